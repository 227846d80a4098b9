/** Regular expressions that are written down: what they find, and whether a variable keeps one as it is written. */
import { nameOfKey, type Binding, type NodePath, type types } from '../../front/syntax.js';
import { isConstant } from './constants.js';

/** A pattern as it is written, `/[a-z]+/g`, how many groups it has, and their names. */
export interface Pattern {
  readonly written: string;
  readonly flags: string;
  readonly groups: number;
  readonly names: ReadonlyMap<string, number>;
  /** The groups that find something whenever the pattern does. */
  readonly certain: ReadonlySet<number>;
  /** Whether an empty list stands in the place of a match that is missing. */
  readonly isPerhaps?: true;
}

/** A pattern by its source and its flags; null for one that JavaScript refuses, or that tells more than texts. */
export function patternOf(source: string, flags: string): Pattern | null {
  if (/[^gimsuy]/.test(flags)) return null;
  let one: RegExp;
  let found: RegExpExecArray;
  try {
    one = new RegExp(source, flags);
    // A pattern that may find nothing has the groups of what it finds then.
    found = new RegExp(`${source}|`, flags.replace(/[gy]/g, '')).exec('')!;
  } catch {
    return null;
  }
  return {
    written: `/${one.source}/${one.flags}`,
    flags: one.flags,
    groups: found.length - 1,
    names: namesOf(one.source, Object.keys(found.groups ?? {})),
    certain: certainIn(one.source),
  };
}

/** A pattern without what its brackets are not about. */
const bracketsOf = (source: string): string => source.replace(/\\.|\[(?:\\.|[^\]])*\]/g, '.');

interface Group {
  /** Its number; 0 for the whole and for one that is not numbered. */
  readonly number: number;
  readonly around: Group | null;
  /** Whether it may be repeated no times, or must not be there; and whether it has alternatives. */
  isPerhaps: boolean;
  isDivided: boolean;
}

/** The groups that are no part of an alternative, and of nothing that may be there no times. O(length). */
function certainIn(source: string): ReadonlySet<number> {
  const plain = bracketsOf(source);
  const whole: Group = { number: 0, around: null, isPerhaps: false, isDivided: false };
  const groups: Group[] = [];
  let [at, last]: [Group, number] = [whole, 0];
  for (let k = 0; k < plain.length; k++) {
    if (plain[k] === '(') {
      const behind = plain.slice(k + 1);
      const number = /^\?(?!<[^=!])/.test(behind) ? 0 : ++last;
      at = { number, around: at, isPerhaps: /^\?<?!/.test(behind), isDivided: false };
      groups.push(at);
    } else if (plain[k] === ')') {
      if (/^(?:[?*]|\{0*[,}])/.test(plain.slice(k + 1))) at.isPerhaps = true;
      at = at.around ?? whole;
    } else if (plain[k] === '|') {
      at.isDivided = true;
    }
  }
  const isCertain = (of: Group | null): boolean =>
    of === null || (!of.isPerhaps && !(of.around?.isDivided ?? false) && isCertain(of.around));
  return new Set(groups.filter((of) => of.number > 0 && isCertain(of)).map((of) => of.number));
}

/** Which group has which name: the place of a name among all brackets that open a group. */
function namesOf(source: string, names: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (names.length === 0) return found;
  const plain = bracketsOf(source);
  const opened = [...plain.matchAll(/\((?!\?)|\(\?<([^=!>]+)>/g)];
  for (const name of names) {
    const places = opened.flatMap(([, own], k) => (own === name ? [k + 1] : []));
    if (places.length === 1) found.set(name, places[0]);
  }
  return found;
}

/** Whether a pattern remembers where it goes on. */
export const remembers = (flags: string): boolean => /[gy]/.test(flags);

const withoutMemory = ['replace', 'replaceAll', 'match', 'matchAll', 'split', 'search'];

/** Whether a use only searches; one that remembers may only be given to texts, after which it begins anew. */
function onlySearches({ node, parent, parentPath }: NodePath, flags: string): boolean {
  const called = parentPath?.parent;
  if (called === undefined) return false;
  if (parent.type === 'MemberExpression' && parent.object === node) {
    const name = nameOfKey(parent.property, parent.computed);
    const isCall = called.type === 'CallExpression' && called.callee === parent;
    return isCall && !remembers(flags) && (name === 'test' || name === 'exec');
  }
  if (parent.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') return false;
  const name = nameOfKey(parent.callee.property, parent.callee.computed) ?? '';
  return parent.arguments[0] === node && withoutMemory.includes(name);
}

/** Whether a variable always holds the pattern that it is given, and nobody changes that. O(uses of the variable). */
export const isPatternKept = (binding: Binding, { flags }: types.RegExpLiteral): boolean =>
  isConstant(binding) &&
  !flags.includes('y') &&
  binding.referencePaths.every((path) => onlySearches(path as NodePath, flags));
