"""Answers of NumPy to calls, one line of JSON each, from the standard input to the standard output."""
import json
import sys
import warnings

import numpy as np

warnings.simplefilter('ignore')
np.seterr(all='ignore')
WORDS = {'nan': np.nan, 'inf': np.inf, '-inf': -np.inf}


def number(x):
    return WORDS.get(x, x) if isinstance(x, str) else x


def value(given):
    if 'array' in given:
        array = given['array']
        data = [complex(*x) if isinstance(x, list) else number(x) for x in array['data']]
        return np.array(data, dtype=array['dtype']).reshape(array['shape'])
    if 'parts' in given:
        return [value(part) for part in given['parts']]
    # Numbers in lists are floats here, and booleans stay what they are.
    if 'list' in given:
        return np.array(given['list'], dtype=None if has_whole(given) else float)
    return number(given['value'])


def has_whole(given):
    """Indices."""
    return given.get('whole', False)


def shown(x):
    if isinstance(x, (float, np.floating)):
        x = float(x)
        return 'nan' if x != x else 'inf' if x == np.inf else '-inf' if x == -np.inf else x
    if isinstance(x, (complex, np.complexfloating)):
        return [shown(x.real), shown(x.imag)]
    if isinstance(x, (bool, np.bool_)):
        return bool(x)
    return int(x)


def result(x):
    if isinstance(x, (np.ndarray, np.generic)):
        return {'dtype': str(x.dtype), 'shape': list(x.shape), 'data': [shown(y) for y in np.asarray(x).ravel()]}
    if isinstance(x, (tuple, list)):
        return {'parts': [result(part) for part in x]}
    if isinstance(x, (bool, int, float, complex)):
        return {'dtype': None, 'shape': [], 'data': [shown(x)]}
    return {'other': str(x)}


def axes(x):
    """Axes are tuples in NumPy."""
    return tuple(x) if isinstance(x, list) else x


for line in sys.stdin:
    call = json.loads(line)
    function = np
    for part in call['name'].split('.'):
        function = getattr(function, part)
    args, keywords = [], {}
    for given, keyword in zip(call['args'], call['keywords']):
        if given is None:
            continue
        if keyword is None:
            args.append(value(given))
        else:
            keywords[keyword] = axes(value(given)) if keyword in ('axis', 'axes') else value(given)
    try:
        if call['name'] == 'unique':
            names = ['return_index', 'return_inverse', 'return_counts']
            chosen = {name: value(given) for name, given in zip(names, call['args'][1:]) if given}
            answer = result(np.unique(args[0], **chosen))
        else:
            answer = result(function(*args, **keywords))
    except Exception as error:
        answer = {'error': f'{type(error).__name__}: {error}'}
    print(json.dumps(answer))
