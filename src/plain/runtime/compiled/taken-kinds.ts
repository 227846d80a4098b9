/** The kinds that compiled code takes, and the derivatives that were compiled, for people to read. */
import { isArray, type Type } from '../../ir/ir.js';
import {
  CLASS,
  ENTRIES,
  isInput,
  KEYS,
  NAMES,
  NODES,
  STARTS,
  type Origin,
  type Step,
} from '../../ir/origin.js';
import type { Derivatives, Kind } from './answers/derivatives.js';

/** Compiled code for values of some kinds. */
export interface Signature {
  /** The arguments as they are read, such as `(number[], { rate: number })`; `unknown` is what is not read. */
  readonly takes: string;
  /**
   * True if kinds of arrays are guesses, since there was no call yet; values of other kinds get code of
   * their own.
   */
  readonly isGuess: boolean;
  /** The derivatives that were compiled so far, such as `gradient by 0` or `gradient by 0.rate`. */
  readonly made: readonly string[];
  /**
   * The outcome of the last call that this code was asked for: it answered, or left it to other code or
   * to a run.
   */
  readonly last?: 'answered' | 'left';
  /** Why a call was left since the last answer, such as `argument 0.rate is missing`, if that was found. */
  readonly because?: string;
}

interface Part {
  readonly way: readonly Step[];
  readonly type: Type;
  readonly tells: Origin['tells'];
}

const typeText = (type: Type, tells: Origin['tells']): string => {
  if (tells !== undefined && 'texts' in tells) return 'string';
  if (tells !== undefined && 'isBool' in tells) return isArray(type) ? 'boolean[]' : 'boolean';
  if (type === 'host') return 'NDArray';
  if (!isArray(type)) return type === 'bool' ? 'boolean' : 'number';
  return type.of === undefined ? type.storage : `${typeText(type.of, undefined)}[]`;
};

/** The part in one object of a column. */
const inOne = (type: Type): Type => (isArray(type) ? (type.of ?? 'f64') : type);

/** A map, a set, or an object with any keys. */
function keyedText(tells: Origin['tells'], entries: readonly Part[] | undefined): string {
  const kind = tells !== undefined && 'kind' in tells ? tells.kind : 'object';
  const keys = tells !== undefined && 'texts' in tells ? 'string' : 'number';
  const held = entries === undefined ? '' : `, ${textOf(entries).slice(0, -2)}`;
  return `${kind === 'object' ? 'Record' : kind}<${keys}${held}>`;
}

function textOf(parts: readonly Part[]): string {
  const [{ way, type, tells }] = parts;
  if (way.length === 0)
    return tells !== undefined && 'isCell' in tells
      ? typeText(inOne(type), undefined)
      : typeText(type, tells);
  const inside = new Map<Step, Part[]>();
  for (const part of parts) {
    const [first, ...rest] = part.way;
    inside.set(first, [...(inside.get(first) ?? []), { ...part, way: rest }]);
  }
  const entries = inside.get(ENTRIES);
  if (inside.has(NAMES)) return keyedText(inside.get(NAMES)![0].tells, entries);
  const column = inside.get(null) ?? inside.get(NODES);
  if (column !== undefined) {
    // All that arrays in objects hold stands in one column.
    const isInside = inside.has(STARTS);
    const one = textOf(
      isInside ? column : column.map((part) => ({ ...part, type: inOne(part.type) })),
    );
    return inside.has(NODES) ? `tree of ${one}` : `${one}[]`;
  }
  if (inside.has(true) || inside.has(false)) {
    const there = inside.get(true);
    const [absent] = inside.get(false) ?? [];
    const missing = absent?.tells && 'absent' in absent.tells ? absent.tells.absent : 'undefined';
    return `${there === undefined ? 'unknown' : textOf(there)} | ${missing}`;
  }
  if ([...inside.keys()].some((key) => typeof key === 'string')) {
    const fields = [...inside].map(([name, own]) => `${String(name)}: ${textOf(own)}`);
    return `{ ${fields.join(', ')} }`;
  }
  return `[${listed(inside)}]`;
}

/** The parts at places, in their order. */
function listed(at: ReadonlyMap<Step, readonly Part[]>): string {
  const length = 1 + Math.max(-1, ...[...at.keys()].map(Number));
  return Array.from({ length }, (_, k) => {
    const parts = at.get(k);
    return parts === undefined ? 'unknown' : textOf(parts);
  }).join(', ');
}

interface Code {
  readonly origins: readonly Origin[];
  readonly derivatives: Derivatives;
  readonly attempts: { readonly last: Signature['last']; readonly because: string | undefined };
}

/** @param isOpen whether types were open, which values closed */
export function signatureIn(
  { origins, derivatives, attempts: { last, because } }: Code,
  isOpen: boolean,
): Signature {
  return {
    takes: takenText(origins),
    isGuess: isOpen && last === undefined,
    made: derivatives.made().map(({ kind, inputs }) => derivativeText(kind, inputs, origins)),
    ...(last && { last }),
    ...(last === 'left' && because !== undefined && { because }),
  };
}

/** The arguments of compiled code, as TypeScript writes their types. */
function takenText(origins: readonly Origin[]): string {
  const args = new Map<Step, Part[]>();
  for (const { of, path, type, tells } of origins) {
    const [which, ...way] = path;
    if (way.at(-1) === KEYS || way.includes(CLASS)) continue;
    if (of === 'argument') args.set(which, [...(args.get(which) ?? []), { way, type, tells }]);
  }
  return `(${listed(args)})`;
}

const names: Readonly<Record<Kind, string>> = {
  value: 'value',
  tangent: 'tangent',
  gradient: 'gradient',
  pullback: 'pullback',
  product: 'product with the Hessian',
};

/** A derivative by parameters, which are given by their places: arguments, or ways into them. */
function derivativeText(kind: Kind, inputs: readonly number[], origins: readonly Origin[]): string {
  const which = new Set(inputs.map((place) => origins[place].path[0]));
  const all = (k: number): readonly number[] =>
    origins.flatMap((origin, place) =>
      origin.of === 'argument' && origin.path[0] === k && isInput(origin) ? [place] : [],
    );
  const by = [...which].flatMap((k) => {
    const own = inputs.filter((place) => origins[place].path[0] === k);
    const isWhole = all(k).length === own.length;
    return isWhole ? [String(k)] : own.map((place) => origins[place].path.map(stepText).join('.'));
  });
  return by.length === 0 ? names[kind] : `${names[kind]} by ${[...new Set(by)].join(', ')}`;
}

const stepText = (step: Step): string => (step === null || step === NODES ? '*' : String(step));
