/**
 * Functions of `delta-tape/numpy` against NumPy: random calls must give the same or be refused. `node scripts/numpy-python/check.js
 * [CALLS [SEED [NAMES…]]]`; it needs python3 with NumPy 2. With --spoilt, it has to find differences.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { jvp } from '../../dist/index.js';
import * as np from '../../dist/numpy/index.js';
import { calls } from './calls.js';

const isSpoilt = process.argv.includes('--spoilt');
const [count = '20', seed = '1', ...only] = process.argv
  .slice(2)
  .filter((word) => word !== '--spoilt');

const words = { nan: NaN, inf: Infinity, '-inf': -Infinity };
const number = (x) => (typeof x === 'string' && x in words ? words[x] : x);

const nested = (data, [length, ...inner], step = { at: 0 }) =>
  length === undefined ? data[step.at++] : Array.from({ length }, () => nested(data, inner, step));

function value(given) {
  if (given === null) return undefined;
  if ('parts' in given) return given.parts.map(value);
  if (!('array' in given)) return number(given.list ?? given.value);
  const { data, shape, dtype } = given.array;
  const numbers = data.map(number);
  if (numbers.length === 0) return np.zeros(shape, dtype);
  if (dtype === 'complex128')
    return np.array(
      nested(
        data.map(([re, im]) => new np.Complex(re, im)),
        shape,
      ),
      dtype,
    );
  if (dtype === 'int64') return np.array(nested(numbers.map(BigInt), shape), dtype);
  return np.array(nested(numbers, shape), dtype);
}

const shown = (x) => {
  if (typeof x === 'bigint') return Number(x);
  if (typeof x === 'object' && x !== null) return [shown(x.re), shown(x.im)];
  if (Number.isNaN(x)) return 'nan';
  return x === Infinity ? 'inf' : x === -Infinity ? '-inf' : x;
};

function result(x) {
  if (x?.shape !== undefined && x.dtype !== undefined)
    return {
      dtype: x.dtype,
      shape: [...x.shape],
      data: [x.tolist()].flat(Infinity).map(shown),
    };
  if (Array.isArray(x)) return { parts: x.map(result) };
  if (typeof x === 'object' && x !== null && !('re' in x))
    return {
      parts: Object.values(x)
        .filter((part) => part !== undefined)
        .map(result),
    };
  return { dtype: null, shape: [], data: [shown(x)] };
}

const precision = { float16: 1e-2, float32: 1e-5, complex64: 1e-5 };
const isNear = (x, y, most) => {
  if (Array.isArray(y)) return isNear(x[0] ?? x, y[0], most) && isNear(x[1] ?? 0, y[1], most);
  if (Array.isArray(x)) return isNear(x[0], y, most) && isNear(x[1], 0, most);
  if (most === precision.float16 && y === 'inf' && x > 65504) return true;
  if (typeof x === 'boolean' || typeof y === 'boolean') return Number(x) === Number(y);
  return x === y || Math.abs(x - y) <= most * Math.max(1, Math.abs(y));
};

/** A polynomial without leading zeros. */
function trimmed({ data }) {
  const first = data.findIndex((x) => !(Math.abs(x) < 1e-6));
  return first < 0 ? [] : data.slice(first);
}
const polynomial = (of) =>
  JSON.stringify(
    (of.parts ?? [of]).map((part) => trimmed(part).map((x) => Number(x).toPrecision(4))),
  );
const sorted = ({ data }) =>
  String([...data].map((x) => Number(number(x))).sort((x, y) => (x < y ? -1 : Number(x > y))));
const isNumber = (given) => typeof given?.list === 'number' || given?.array?.shape.length === 0;
const dtypeOf = (given) => given?.array?.dtype;

/** Differences that are meant, by function, results and arguments: the first that holds. */
const meant = [
  [
    'NaN says what an error says in NumPy',
    /./,
    (found, { error }) => error && JSON.stringify(found).includes('nan'),
  ],
  [
    'Python divides by zero with an error',
    /./,
    (_, { error }) => error?.startsWith('ZeroDivision'),
  ],
  [
    'dtypes are converted',
    /./,
    (_, { error }) => /^(UFuncTypeError|_UFunc|TypeError|OverflowError)/.test(error),
  ],
  [
    'whole numbers have negative powers',
    /./,
    (_, { error }) => error?.includes('negative integer powers'),
  ],
  [
    'a number has one axis',
    /./,
    (_, { error }, [x]) => /^(AxisError|ValueError: Improper)/.test(error) && isNumber(x),
  ],
  ['a number stays what it is', /^(median|nan|fft)/, (_, wanted, [x]) => isNumber(x)],
  [
    'a number is a list of one',
    /^(argwhere|nonzero|extract|percentile|quantile|vdot|linalg\.norm|argpartition|trapezoid|unwrap|append|var|std|all|any|inner)$/,
    (_, __, [x, y]) => isNumber(x) || isNumber(y),
  ],
  [
    'the order is free',
    /^(partition|unique_values)$/,
    (found, wanted) => 'data' in wanted && sorted(found) === sorted(wanted),
  ],
  ['equal numbers have any order', /^(argpartition|argsort)$/, (_, wanted) => 'data' in wanted],
  [
    'leading zeros',
    /^poly/,
    (found, wanted) => !('error' in wanted) && polynomial(found) === polynomial(wanted),
  ],
  [
    'divisors without leading zeros',
    /^polydiv$/,
    (_, __, [, y]) => Number((y.array?.data ?? y.list)[0]) === 0,
  ],
  ['one coefficient is a list', /^poly$/, ({ data }) => String(data) === '1'],
  [
    'fits that are not determined',
    /^polyfit$/,
    (_, __, [x]) => new Set(x.array.data).size < x.array.data.length,
  ],
  [
    'whole numbers without infinity',
    /^reciprocal$/,
    (_, __, [x]) => x.array?.data.some((y) => Number(y) === 0),
  ],
  [
    'whole numbers overflow',
    /^(pow|power)$/,
    (_, __, [x, y]) => /int/.test(dtypeOf(x)) && /int/.test(dtypeOf(y)),
  ],
  [
    'bytes wrap in NumPy',
    /^(trapezoid|unwrap|spacing|exp2?|tensordot)$/,
    (_, __, args) => args.some((x) => /uint8|bool/.test(dtypeOf(x))),
  ],
  [
    'infinities as in JavaScript',
    /^(floor_divide|divmod|float_power|mod|modf|fmod|pow|power|i0|interp|polyval|remainder|gradient|polydiv|polymul|std|var|nanstd|nanvar|(nan)?(percentile|quantile)|einsum|insert)$/,
    (...all) => /inf/.test(JSON.stringify(all)),
  ],
  [
    'numbers that are whole stay whole',
    /./,
    (_, __, [x, y]) => /int/.test(dtypeOf(x)) && Number.isInteger(y?.list),
  ],
  [
    'repeated points',
    /^interp$/,
    (_, __, [, points, , , , period]) =>
      period !== null || new Set(points.array.data).size < points.array.data.length,
  ],
  ['products of NaN and zero', /^poly(mul|div|val)$/, (...all) => /nan/.test(JSON.stringify(all))],
  [
    'rounding of edges and sums',
    /^(histogram|average|cov|corrcoef)$/,
    (found, wanted) => !('error' in wanted),
  ],
  [
    'complex roots in any order',
    /^roots$/,
    (found, wanted) => found.data?.length === wanted.data?.length,
  ],
  [
    'products of booleans are counted',
    /^(dot|inner|vdot|vecdot|matmul|convolve|correlate)$/,
    (_, __, [x, y]) => dtypeOf(x) === 'bool' && dtypeOf(y) === 'bool',
  ],
  [
    'complex numbers divided by zero are NaN',
    /^divide$/,
    (found, _, [x]) => dtypeOf(x) === 'complex128' && JSON.stringify(found).includes('nan'),
  ],
  ['periods are positive', /^unwrap$/, (_, __, [, , , period]) => period?.value <= 0],
  ['one row beside many', /^cov$/, (_, { error }) => error?.includes('must match exactly')],
  ['nothing to extend', /^pad$/, (_, { error }) => error?.includes('extend empty axis')],
  ['1 to any power', /^(power|pow|float_power)$/, (...all) => /nan/.test(JSON.stringify(all))],
  ['nothing to insert', /^insert$/, (_, { error }) => error !== undefined],
  ['singular but for rounding', /^linalg\.(cond|matrix_rank)$/, () => true],
];
const isMeant = (name, ...results) =>
  meant.some(([, names, holds]) => names.test(name) && holds(...results));

/** How a result differs from NumPy's, or null. */
function difference(found, wanted, args = []) {
  if ('other' in wanted) return null;
  if ('parts' in wanted || 'parts' in found) {
    // A list of whole numbers may be an array, or a list.
    const parts = (x) =>
      x.parts ??
      (x.shape.length === 1 ? x.data.map((y) => ({ shape: [], data: [y], dtype: null })) : [x]);
    const [one, other] = [parts(found), parts(wanted)];
    if (one.length !== other.length) return 'parts';
    return (
      one.map((part, k) => difference(part, other[k], args)).find((text) => text !== null) ?? null
    );
  }
  if (String(found.shape) !== String(wanted.shape)) return 'shape';
  const dtypes = [wanted.dtype, found.dtype, ...args.map(dtypeOf)];
  const most = Math.max(...dtypes.map((dtype) => precision[dtype] ?? 1e-9));
  if (!wanted.data.every((y, k) => isNear(found.data[k], y, most))) return 'numbers';
  return null;
}

const all = calls(Number(count), Number(seed), only.length > 0 ? only : undefined);
const python = spawnSync('python3', [join(import.meta.dirname, 'answers.py')], {
  input: all.map((call) => JSON.stringify(call)).join('\n'),
  encoding: 'utf8',
  maxBuffer: Infinity,
});
if (python.status !== 0) {
  console.log(
    `skipped: python3 with NumPy is not there (${(python.stderr ?? '').trim().split('\n').at(-1)})`,
  );
  process.exit(0);
}
const answers = python.stdout
  .trim()
  .split('\n')
  .filter((line) => line.startsWith('{"'))
  .map((line) => JSON.parse(line));

/**
 * How the primal of a call under differentiation differs from what the call gives, or null; also if it is refused, or there is
 * nothing to differentiate.
 */
function differenceOfPrimal(f, args, found) {
  const isVaried = args.map((given) => given?.array?.dtype === 'float64');
  const varied = args.filter((_, k) => isVaried[k]).map(value);
  if (varied.length === 0) return null;
  const g = (...arrays) =>
    f(...args.map((given, k) => (isVaried[k] ? arrays.shift() : value(given))));
  let primal;
  try {
    primal = jvp(g)(
      varied,
      varied.map((x) => np.ones_like(x)),
    ).value;
  } catch {
    counts.undifferentiated++;
    return null;
  }
  counts.primals++;
  if (isSpoilt) return null;
  const given = result(primal);
  const what = difference(given, found);
  return what === null
    ? null
    : `the primal of jvp has other ${what}: ${JSON.stringify(given).slice(0, 200)}`;
}

const counts = {
  same: 0,
  refused: 0,
  failed: 0,
  primals: 0,
  undifferentiated: 0,
};
const warn = console.warn;
console.warn = () => {};
all.forEach((call, k) => {
  const f = call.name.split('.').reduce((inner, part) => inner[part], np);
  let found;
  try {
    found = result(f(...call.args.map(value)));
    if (isSpoilt && found.data?.length > 0) found.data[0] = 12345;
  } catch (error) {
    found = { error: `${error.name}: ${error.message}` };
  }
  const wanted = answers[k];
  if ('error' in found) {
    counts['error' in wanted ? 'same' : 'refused']++;
    if (process.env.REFUSED && !('error' in wanted))
      console.log('refused', call.name, JSON.stringify(call.args), found.error);
    return;
  }
  const what =
    differenceOfPrimal(f, call.args, found) ??
    ('error' in wanted ? 'is refused by NumPy' : difference(found, wanted, call.args));
  if (what === null || isMeant(call.name, found, wanted, call.args)) counts.same++;
  else {
    counts.failed++;
    const text = (of) => JSON.stringify(of).slice(0, 200);
    console.log(
      `${call.name} of ${JSON.stringify(call.args)}: ${what}: ${text(found)} for ${text(wanted)}`,
    );
  }
});
console.warn = warn;
console.log(
  `${all.length} calls, ${counts.refused} of which are refused here alone; ${counts.primals} primals of jvp`,
);
console.log(`${counts.same} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
