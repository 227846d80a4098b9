/** Parts of terms, their free variables, and substitution that captures nothing. */
import type { Fun, Term } from './language.js';

/** A part of a term, with the variables that the term binds there. */
interface Part {
  readonly binds: readonly string[];
  readonly of: Term;
}

const free = (of: Term): Part => ({ binds: [], of });
const inside = ({ params, body }: Fun): Part => ({ binds: params, of: body });

/** The direct parts of a term, in the order of evaluation. */
export function partsOf(term: Term): readonly Part[] {
  switch (term.tag) {
    case 'var':
    case 'const':
      return [];
    case 'let':
      return [free(term.bound), { binds: term.names, of: term.body }];
    case 'tuple':
      return term.items.map(free);
    case 'proj':
      return [free(term.of)];
    case 'op':
    case 'move':
    case 'product':
      return term.args.map(free);
    case 'iterate':
      return [...term.args.map(free), inside(term.f)];
    case 'if':
      return [free(term.test), free(term.then), free(term.otherwise)];
    case 'fun':
      return [inside(term.f)];
    case 'jacobian':
      return [free(term.by), free(term.of), inside(term.f)];
    case 'apply':
      return [free(term.f), ...term.args.map(free)];
  }
}

/** The same term with other parts, which bind what they are given. */
export function withParts(term: Term, parts: readonly Part[]): Term {
  const of = parts.map((part) => part.of);
  const last = parts.at(-1);
  const f = (): Fun => ({ params: last!.binds, body: last!.of });
  switch (term.tag) {
    case 'var':
    case 'const':
      return term;
    case 'let':
      return { ...term, bound: of[0], names: last!.binds, body: of[1] };
    case 'tuple':
      return { ...term, items: of };
    case 'proj':
      return { ...term, of: of[0] };
    case 'op':
    case 'move':
    case 'product':
      return { ...term, args: of };
    case 'iterate':
      return { ...term, args: of.slice(0, -1), f: f() };
    case 'if':
      return { ...term, test: of[0], then: of[1], otherwise: of[2] };
    case 'fun':
      return { ...term, f: f() };
    case 'jacobian':
      return { ...term, by: of[0], of: of[1], f: f() };
    case 'apply':
      return { ...term, f: of[0], args: of.slice(1) };
  }
}

const counted = new WeakMap<Term, ReadonlyMap<string, number>>();

/** Counts the free occurrences of each variable in a term, once for each term. */
export function occurrences(term: Term): ReadonlyMap<string, number> {
  let counts = counted.get(term);
  if (counts === undefined) counted.set(term, (counts = occurrencesIn(term)));
  return counts;
}

function occurrencesIn(term: Term): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  if (term.tag === 'var') counts.set(term.name, 1);
  for (const { binds, of } of partsOf(term))
    for (const [name, count] of occurrences(of))
      if (!binds.includes(name)) counts.set(name, (counts.get(name) ?? 0) + count);
  return counts;
}

export const isFreeIn = (name: string, term: Term): boolean => occurrences(term).has(name);

/** A name like another, with as many primes as it takes to be none of some. */
export function freshName(name: string, taken: (name: string) => boolean, prime = "'"): string {
  let fresh = name;
  while (taken(fresh)) fresh += prime;
  return fresh;
}

/** Terms for variables, all at once. A binder that would capture gets a prime. O(term) for each binder. */
export function substituted(term: Term, by: ReadonlyMap<string, Term>): Term {
  if (term.tag === 'var') return by.get(term.name) ?? term;
  const free = occurrences(term);
  if (![...by.keys()].some((name) => free.has(name))) return term;
  const parts = partsOf(term).map((part): Part => {
    if (part.binds.length === 0) return { binds: [], of: substituted(part.of, by) };
    const here = occurrences(part.of);
    const inner = new Map([...by].filter(([name]) => here.has(name) && !part.binds.includes(name)));
    const incoming = new Set([...inner.values()].flatMap((one) => [...occurrences(one).keys()]));
    const binds: string[] = [];
    for (const name of part.binds) {
      const isTaken = (one: string) =>
        binds.includes(one) || incoming.has(one) || (one !== name && here.has(one));
      const own = freshName(name, isTaken);
      binds.push(own);
      if (own !== name) inner.set(name, { tag: 'var', name: own });
    }
    return { binds, of: substituted(part.of, inner) };
  });
  return withParts(term, parts);
}

/** True if two terms are the same up to the names of bound variables. */
export function isSame(one: Term, other: Term): boolean {
  if (one.tag !== other.tag) return false;
  if (JSON.stringify(headOf(one)) !== JSON.stringify(headOf(other))) return false;
  const [parts, others] = [partsOf(one), partsOf(other)];
  return (
    parts.length === others.length &&
    parts.every(({ binds, of }, k) => {
      const { binds: names, of: theirs } = others[k];
      if (binds.length !== names.length) return false;
      const renamed = new Map(
        names.map((name, j): [string, Term] => [name, { tag: 'var', name: binds[j] }]),
      );
      return isSame(of, substituted(theirs, renamed));
    })
  );
}

/** Returns the own fields of a term, without its parts. */
function headOf(term: Term): Record<string, unknown> {
  if (term.tag === 'var') return { name: term.name };
  if (term.tag === 'const') return { value: term.value };
  if (term.tag === 'proj') return { index: term.index, count: term.count };
  return 'name' in term ? { name: term.name } : {};
}

/** Every term once, from the leaves up, as `change` leaves it. O(term). */
export const rebuilt = (term: Term, change: (term: Term) => Term): Term =>
  change(
    withParts(
      term,
      partsOf(term).map(({ binds, of }) => ({ binds, of: rebuilt(of, change) })),
    ),
  );
