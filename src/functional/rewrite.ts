/** Applies rules until none applies, and evaluates partially (§5.1). */
import { isContinuation, isCotangent } from './fresh-names.js';
import type { Term } from './language.js';
import type { Rule } from './rule.js';
import {
  beta,
  constantArray,
  constantLet,
  copy,
  deadLet,
  forward,
  letOfLet,
  letOut,
  once,
  result,
  tupleLet,
  tuples,
} from './rules-of-lets.js';
import { rulesOfJacobians } from './rules-of-jacobians.js';
import { constants, rulesOfValues } from './rules-of-values.js';
import { occurrences, partsOf, substituted, withParts } from './traversal.js';

/** Terms to which no rule of a list applies, anywhere in them. */
const normal = new WeakMap<readonly Rule[], WeakSet<Term>>();

/**
 * A term to which no rule applies, anywhere in it. What is so already is not looked at again. Rules that move
 * terms go first, from the outside inwards: so a term that they move is not yet rewritten, and no other term
 * is tried again for it. A rule is tried a few times on each term, however deep it stands.
 *
 * @example show(rewritten(read('(x) => 1 * x + 0').term, fig12)).length // 1
 */
export function rewritten(term: Term, rules: readonly Rule[]): Term {
  let done = normal.get(rules);
  if (done === undefined) normal.set(rules, (done = new WeakSet()));
  const moving = rules.filter(({ isMove }) => isMove);
  const first = (those: readonly Rule[], here: Term): Term | null => {
    for (const { apply } of those) {
      const found = apply(here);
      if (found !== null) return found;
    }
    return null;
  };
  const of = (whole: Term): Term => {
    for (let here = whole; ;) {
      if (done.has(here)) return here;
      const moved = first(moving, here);
      if (moved !== null) {
        here = moved;
        continue;
      }
      // A let may move once its bound term is rewritten: before its body is.
      const bound = here.tag === 'let' ? of(here.bound) : null;
      if (here.tag === 'let' && bound !== here.bound) {
        here = { ...here, bound: bound! };
        continue;
      }
      const parts = partsOf(here);
      const changed = parts.map((part) => ({ binds: part.binds, of: of(part.of) }));
      const isSame = changed.every((part, k) => part.of === parts[k].of);
      const inner = isSame ? here : withParts(here, changed);
      const found = first(rules, inner);
      if (found === null) {
        done.add(inner);
        return inner;
      }
      here = found;
    }
  };
  return of(term);
}

/** `let Y = fun … in e`, where Y occurs once (Lemma 5.1): the function goes to its place. */
const inlined = (is: (name: string) => boolean): Rule => ({
  group: 'Inlining (§5.1)',
  text: 'let Y = fun (x₁, …, xₙ) → e₁ in e₂ ⇝ e₂[fun (x₁, …, xₙ) → e₁/Y]',
  isMove: true,
  apply: (term) => {
    if (term.tag !== 'let' || term.names.length > 1 || term.bound.tag !== 'fun') return null;
    const [name] = term.names;
    if (!is(name) || (occurrences(term.body).get(name) ?? 0) > 1) return null;
    return substituted(term.body, new Map([[name, term.bound]]));
  },
});

/** `let x, Y = ⟨e₁, e₂⟩ in e`, with the continuation of an argument of an operator. */
const onlyInner: Rule = {
  ...tupleLet,
  apply: (term) =>
    term.tag === 'let' && isContinuation(term.names.at(-1)!) ? tupleLet.apply(term) : null,
};

/** A cotangent that is used once stands where it is used. */
const usedOnce: Rule = {
  ...forward,
  isMove: true,
  apply: (term) => (term.tag === 'let' && isCotangent(term.names[0]) ? once(term) : null),
};

const ofLets = [letOfLet, letOut, beta, tuples];
const inside = [onlyInner, inlined(isContinuation), usedOnce, constantLet, ...constants];
const simple = [...ofLets, copy, constantLet, result, ...rulesOfValues, ...rulesOfJacobians];

/** The passes from the literal derivative to the program that is wanted, in order, with their rules. */
export const passes: readonly (readonly [name: string, rules: readonly Rule[]])[] = [
  ['inlining of inner continuations', [...ofLets, copy, ...inside]],
  ['partial evaluation (§5.1)', [tupleLet, inlined(() => true), ...ofLets, copy]],
  ['simplification (Fig. 12)', simple],
  ['dead lets and forward substitution', [...simple, deadLet, constantArray, forward]],
];

/** A term after all passes. */
export const optimised = (term: Term): Term =>
  passes.reduce((before, [, rules]) => rewritten(before, rules), term);
