/**
 * Options by name that functions of numpy-ts take. It reads what it knows of an object, and ignores the rest: also
 * `np.sum(x, { axis: 0 })`, which looks like NumPy, and would sum over nothing.
 */
import { insistOnOptions } from '../errors/options.js';
import { wrongOption } from './errors.js';

/** The position of the object, and the names in it; it may stand behind any number of arrays. */
type Taken = readonly [position: number | 'last', names: string];

const reduction: Taken = [3, 'where initial dtype'];
const parse: Taken = [
  1,
  'delimiter comments skiprows usecols max_rows dtype encoding missing_values filling_values',
];
const text = 'fmt delimiter newline header footer comments';
const printing =
  'threshold edgeitems precision linewidth floatmode suppress separator prefix suffix nanstr infstr legacy sign';

const taken: Readonly<Record<string, Taken>> = {
  ...{ all: reduction, amax: reduction, amin: reduction, any: reduction, max: reduction },
  ...{ min: reduction, prod: reduction, sum: reduction },
  ...{ genfromtxt: parse, genfromtxtFile: parse, genfromtxtFileSync: parse },
  ...{ loadtxt: parse, loadtxtSync: parse, parseTxt: parse },
  ...{ load: [1, 'allowNpy force'], loadSync: [1, 'allowNpy force'] },
  ...{ loadNpz: [1, 'force'], loadNpzSync: [1, 'force'] },
  ...{ loadNpzFile: [1, 'force'], loadNpzFileSync: [1, 'force'] },
  ...{ parseNpz: [1, 'force'], parseNpzSync: [1, 'force'] },
  ...{ saveNpzFile: [2, 'compress'], serializeNpz: [1, 'compress'] },
  ...{ savetxt: [2, text], savetxtSync: [2, text], serializeTxt: [1, text] },
  ...{ printoptions: [0, printing], set_printoptions: [0, printing] },
  meshgrid: ['last', 'indexing sparse copy'],
  configureWasm: [0, 'maxMemory scratchSize'],
  array2string: [
    1,
    'max_line_width precision suppress_small separator prefix suffix threshold edgeitems sign floatmode',
  ],
};

const isPlainObject = (x: unknown): x is object =>
  typeof x === 'object' && x !== null && Object.getPrototypeOf(x) === Object.prototype;

type AnyFace = (...args: readonly unknown[]) => unknown;

/**
 * The same function, which refuses options that it does not have.
 *
 * @param isOfArrays whether all that it takes beside options are arrays, numbers, lists and words
 */
export function insistingOnNames(name: string, face: AnyFace, isOfArrays: boolean): AnyFace {
  const [position, names] = taken[name] ?? [-1, ''];
  if (position === -1 && !isOfArrays) return face;
  const known = Object.fromEntries(names.split(' ').map((word) => [word, true as const]));
  return (...args) => {
    for (let k = 0; k < args.length; k++) {
      const arg = args[k];
      if (!isPlainObject(arg)) continue;
      if (k === (position === 'last' ? args.length - 1 : position))
        insistOnOptions<object>(`np.${name}`, arg, known);
      else if (isOfArrays) throw objectIgnored(name, k, arg);
    }
    return face(...args);
  };
}

const objectIgnored = (name: string, k: number, arg: object) =>
  wrongOption(
    `argument ${k + 1} of np.${name} is an object { ${Object.keys(arg).join(', ')} }, which it would ignore. ` +
      'Give arguments one after the other, in the order of the types.',
  );
