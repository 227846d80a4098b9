/** The rules of Fig. 12 for functions, lets and tuples: they move terms, and compute nothing. */
import { letIn, tuple, variable, type Term } from './language.js';
import { isComparison } from './scalar-operations.js';
import { apart, type Rule } from './rule.js';
import { isFreeIn, occurrences, partsOf, substituted, withParts } from './traversal.js';

/** A let of one variable. */
function single(term: Term) {
  if (term.tag !== 'let' || term.names.length !== 1) return null;
  return { name: term.names[0], bound: term.bound, body: term.body };
}

const general = 'General simplifications';
const letNormalisation = 'Let normalisation';

export const beta: Rule = {
  group: general,
  text: '(fun (x₁, …, xₙ) → e)(e₁, …, eₙ) ⇝ let x₁ = e₁ in … let xₙ = eₙ in e',
  isMove: true,
  apply: (term) => {
    if (term.tag !== 'apply' || term.f.tag !== 'fun') return null;
    const { params, body } = term.f.f;
    // What is no more than a name or a constant needs no let of its own (§5.1).
    const isNamed = ({ tag }: Term) => tag === 'var';
    const direct = new Map<string, Term>();
    params.forEach((name, k) => isNamed(term.args[k]) && direct.set(name, term.args[k]));
    const lets = params
      .map((name, k) => ({ name, bound: term.args[k] }))
      .filter(({ bound }) => !isNamed(bound));
    const own = apart(
      lets.map(({ name }) => name),
      body,
      term.args,
    );
    const inner = substituted(own.body, direct);
    return lets.reduceRight((rest, { bound }, k) => letIn(own.names[k], bound, rest), inner);
  },
};

export const deadLet: Rule = {
  group: general,
  text: 'let x₁ = e₁ in e₂ (x₁ ∉ FV(e₂)) ⇝ e₂',
  apply: (term) =>
    term.tag === 'let' && term.names.every((name) => !isFreeIn(name, term.body)) ? term.body : null,
};

export const copy: Rule = {
  group: general,
  text: 'let x₁ = x₂ in e ⇝ e[x₂/x₁]',
  isMove: true,
  apply: (term) => {
    const own = single(term);
    return own?.bound.tag === 'var'
      ? substituted(own.body, new Map([[own.name, own.bound]]))
      : null;
  },
};

/** Constants, and outcomes of tests of constants. */
const isConstant = (term: Term): boolean =>
  term.tag === 'const' ||
  (term.tag === 'op' && isComparison(term.name) && term.args.every(({ tag }) => tag === 'const'));

export const constantLet: Rule = {
  group: general,
  text: 'let x₁ = c in e ⇝ e[c/x₁]',
  isMove: true,
  apply: (term) => {
    const own = single(term);
    return own !== null && isConstant(own.bound)
      ? substituted(own.body, new Map([[own.name, own.bound]]))
      : null;
  },
};

export const tuples: Rule = {
  group: 'Tuple partial evaluation',
  text: 'πᵢ⟨e₁, …, eₙ⟩ ⇝ eᵢ',
  isMove: true,
  apply: (term) =>
    term.tag === 'proj' && term.of.tag === 'tuple' ? term.of.items[term.index] : null,
};

export const tupleLet: Rule = {
  group: 'Tuple partial evaluation',
  text: 'let x₁, …, xₙ = ⟨e₁, …, eₙ⟩ in e ⇝ let x₁ = e₁ in … let xₙ = eₙ in e',
  isMove: true,
  apply: (term) => {
    if (term.tag !== 'let' || term.names.length === 1 || term.bound.tag !== 'tuple') return null;
    const { items } = term.bound;
    const own = apart(term.names, term.body, items);
    return items.reduceRight((rest, item, k) => letIn(own.names[k], item, rest), own.body);
  },
};

export const letTuple: Rule = {
  group: 'Tuple partial evaluation',
  text: 'let x = ⟨e₁, …, eₙ⟩ in e ⇝ let x₁ = e₁ in … let xₙ = eₙ in e[⟨x₁, …, xₙ⟩/x]',
  apply: (term) => {
    const own = single(term);
    if (own?.bound.tag !== 'tuple') return null;
    const { items } = own.bound;
    const wanted = items.map((_, k) => `${own.name}_${k + 1}`);
    const { names } = apart(wanted, own.body, [...items, own.body]);
    const whole = tuple(...names.map(variable));
    const body = substituted(own.body, new Map([[own.name, whole]]));
    return items.reduceRight((rest, item, k) => letIn(names[k], item, rest), body);
  },
};

export const wholeTuple: Rule = {
  group: 'Tuple partial evaluation',
  text: '⟨π₁ x, …, πₙ x⟩ ⇝ x',
  apply: (term) => {
    if (term.tag !== 'tuple' || term.items.length === 0) return null;
    const [first] = term.items;
    const of = first.tag === 'proj' ? first.of : null;
    if (of?.tag !== 'var') return null;
    const isWhole = term.items.every(
      (item, k) =>
        item.tag === 'proj' &&
        item.index === k &&
        item.count === term.items.length &&
        item.of.tag === 'var' &&
        item.of.name === of.name,
    );
    return isWhole ? of : null;
  },
};

export const letOfLet: Rule = {
  group: letNormalisation,
  text: 'let x = (let y = e₁ in e₂) in e₃ ⇝ let y = e₁ in let x = e₂ in e₃',
  isMove: true,
  apply: (term) => {
    if (term.tag !== 'let' || term.bound.tag !== 'let') return null;
    const own = apart(term.bound.names, term.bound.body, [term.body]);
    return { ...term.bound, names: own.names, body: { ...term, bound: own.body } };
  },
};

export const letOut: Rule = {
  group: letNormalisation,
  text: 'f(let x = e₁ in e₂) ⇝ let x = e₁ in f(e₂)',
  isMove: true,
  apply: (term) => {
    if (term.tag === 'let' || term.tag === 'if' || term.tag === 'fun') return null;
    const parts = partsOf(term);
    const at = parts.findIndex(({ binds, of }) => binds.length === 0 && of.tag === 'let');
    if (at < 0) return null;
    const inner = parts[at].of as Extract<Term, { tag: 'let' }>;
    const others = parts.filter((_, k) => k !== at);
    const own = apart(
      inner.names,
      inner.body,
      others.map(({ binds, of }) =>
        binds.length === 0 ? of : { tag: 'fun', f: { params: binds, body: of } },
      ),
    );
    const outside = withParts(
      term,
      parts.map((part, k) => (k === at ? { binds: [], of: own.body } : part)),
    );
    return { ...inner, names: own.names, body: outside };
  },
};

/** Puts a bound term in the place of its variable, if that is used once, and not inside of a function. */
export function once(term: Term): Term | null {
  const own = single(term);
  return own !== null &&
    occurrences(own.body).get(own.name) === 1 &&
    !isUnderFunction(own.name, own.body)
    ? substituted(own.body, new Map([[own.name, own.bound]]))
    : null;
}

/** A name for nothing more than the result. */
export const result: Rule = {
  group: general,
  text: 'let x = e in x ⇝ e',
  apply: (term) => {
    const own = single(term);
    return own?.body.tag === 'var' && own.body.name === own.name ? own.bound : null;
  },
};

export const constantArray: Rule = {
  group: 'Steps of A.6',
  text: 'let A = OnesLike(B) in e ⇝ e[OnesLike(B)/A]',
  apply: (term) => {
    const own = single(term);
    const bound = own?.bound;
    if (bound?.tag !== 'iterate' || bound.name !== 'map' || bound.f.body.tag !== 'const')
      return null;
    return bound.args[0].tag === 'var'
      ? substituted(own!.body, new Map([[own!.name, bound]]))
      : null;
  },
};

export const forward: Rule = {
  group: 'Steps of A.6',
  text: 'let A = e₁ in e₂ ⇝ e₂[e₁/A], for an array that is used once',
  apply: (term) => {
    const bound = single(term)?.bound.tag;
    return bound === 'iterate' || bound === 'move' ? once(term) : null;
  },
};

const isUnderFunction = (name: string, term: Term): boolean =>
  partsOf(term).some(({ binds, of }) =>
    binds.length > 0 && term.tag !== 'let'
      ? isFreeIn(name, of) && !binds.includes(name)
      : isUnderFunction(name, of),
  );
