/**
 * Table 2 of Brunel, Mazza and Pagani: the rules by which a λ-term is reduced, one small step at a time. α stands for the
 * explicit substitutions around a value.
 *
 *     (7)   (λx. t)α u → t[x := u]α                      (8)   s[⟨x, y⟩ := ⟨t, u⟩α] → s[x := t][y := u]α
 *     (9)   C{x}[x := vα] → C{v}[x := v]α                (10)  t[x := vα] → tα, if x is not in t
 *     (11)  t[x := vα] → t{v/x}α, if x is linear         (12)  rα + qβ → (r + q)αβ
 *     (13)  ⟨t, t'⟩α + ⟨u, u'⟩β → ⟨t + u, t' + u'⟩αβ     (14)  rα · qβ → (r q)αβ
 *     (16)  t[x := ⟨u, u'⟩] → t[x := ⟨y, y'⟩][⟨y, y'⟩ := ⟨u, u'⟩]
 *     (17)  (x α t)β + (x α' t')β' → x (t + t')αβα'β', if x is of type ℝ^⊥: linear factoring
 *     (23)  f(r₁α₁, …, rₖαₖ) → ⟦f⟧(r₁, …, rₖ)α₁ … αₖ
 *
 * The paper fixes no order, since the result does not depend on it (Corollary 9). The order here lets a backpropagator wait
 * until nothing else can be done with the sum of its calls: numerals and variables are substituted at once, pairs are taken
 * apart by (16), and a λ is copied by (9) where it is applied. Sums are taken up to order and association, as §4 takes them.
 */
import {
  application,
  numeral,
  occurs,
  pair,
  partsOf,
  plus,
  substitution,
  unpairing,
  variable,
  withParts,
  type Fresh,
  type Lambda,
} from './lambda-terms.js';

export type RuleNumber = 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 16 | 17 | 23;

export interface Reduced {
  readonly term: Lambda;
  readonly rule: RuleNumber;
}

/** The order of steps. */
export interface Strategy {
  /** False to leave out rule (17): then each call of a backpropagator is made by itself. Default true. */
  readonly factoring?: boolean;
  /** True to reduce functions before they are copied (§6.2). Default false. */
  readonly early?: boolean;
}

/** The term inside of the substitutions around it, and the way to put another term there. */
export function stripped(t: Lambda): [core: Lambda, alpha: (core: Lambda) => Lambda] {
  if (t.tag !== 'substitution' && t.tag !== 'unpairing') return [t, (core) => core];
  const [core, alpha] = stripped(t.body);
  return [core, (other) => ({ ...t, body: alpha(other) })];
}

/** True for what (9) may copy at once, since it makes nothing: numerals, variables, and pairs of them. */
const isName = (t: Lambda): boolean =>
  t.tag === 'numeral' ||
  t.tag === 'variable' ||
  (t.tag === 'pair' && isName(t.left) && isName(t.right));
const isValue = (t: Lambda): boolean =>
  ['numeral', 'variable', 'lambda'].includes(t.tag) ||
  (t.tag === 'pair' && isValue(t.left) && isValue(t.right));

/** The term with `v` at the first free place of x that `isPlace` takes; null if there is none. */
function replaced(
  t: Lambda,
  x: string,
  v: () => Lambda,
  isPlace: (parent: Lambda | null, index: number) => boolean,
  parent: Lambda | null = null,
  at = 0,
): Lambda | null {
  if (t.tag === 'variable') return t.name === x && isPlace(parent, at) ? v() : null;
  const parts = partsOf(t).map(([part]) => part);
  for (let k = 0; k < parts.length; k++) {
    const found = replaced(parts[k], x, v, isPlace, t, k);
    if (found !== null) return withParts(t, parts.with(k, found));
  }
  return null;
}
const anywhere = () => true;
/** t{v/x} */
function everywhere(t: Lambda, x: string, v: Lambda): Lambda {
  const next = replaced(t, x, () => v, anywhere);
  return next === null ? t : everywhere(next, x, v);
}
const asFunction = (parent: Lambda | null, index: number) =>
  parent?.tag === 'application' && index === 0;

/** The summands of a sum, from left to right. */
export const summands = (t: Lambda): Lambda[] =>
  t.tag === 'sum' ? [...summands(t.left), ...summands(t.right)] : [t];

export class Reduction {
  private readonly factoring: boolean;
  private readonly early: boolean;

  constructor(
    private readonly fresh: Fresh,
    { factoring = true, early = false }: Strategy,
  ) {
    this.factoring = factoring;
    this.early = early;
  }

  /** One step of a term; null if it has none. O(size). */
  step(t: Lambda): Reduced | null {
    switch (t.tag) {
      case 'variable':
      case 'numeral':
      case 'lambda':
        return null;
      case 'pair':
        return this.inParts(t);
      case 'application':
        return this.ofApplication(t.left, t.right) ?? this.inParts(t);
      case 'call': {
        const inner = this.inParts(t);
        if (inner !== null) return inner;
        const cores = t.args.map(stripped);
        if (!cores.every(([core]) => core.tag === 'numeral')) return null;
        const value = t.symbol.value(cores.map(([core]) => (core as { value: number }).value));
        const term = cores.reduceRight((core, [, alpha]) => alpha(core), numeral(value));
        return { term, rule: t.symbol.name === 'mul' ? 14 : 23 };
      }
      case 'sum':
        return this.ofSum(t);
      case 'unpairing': {
        const [core, alpha] = stripped(t.of);
        if (core.tag === 'pair') {
          const [x, y] = t.names;
          const term = alpha(substitution(substitution(t.body, x, core.left), y, core.right));
          return { term, rule: 8 };
        }
        return this.within(t, 1) ?? this.within(t, 0);
      }
      case 'substitution':
        return this.ofSubstitution(t);
    }
  }

  private within(t: Lambda, index: number): Reduced | null {
    const parts = partsOf(t).map(([part]) => part);
    const inner = this.step(parts[index]);
    return inner && { ...inner, term: withParts(t, parts.with(index, inner.term)) };
  }

  private inParts(t: Lambda): Reduced | null {
    for (let k = 0; k < partsOf(t).length; k++) {
      const inner = this.within(t, k);
      if (inner !== null) return inner;
    }
    return null;
  }

  private ofApplication(left: Lambda, right: Lambda): Reduced | null {
    const [f, alpha] = stripped(left);
    if (f.tag !== 'lambda') return null;
    return { term: alpha(substitution(f.body, f.name, right, f.isLinear)), rule: 7 };
  }

  private ofSum(t: Lambda): Reduced | null {
    const parts = summands(t);
    for (let k = 0; k < parts.length; k++) {
      const inner = this.step(parts[k]);
      if (inner !== null) return { ...inner, term: parts.with(k, inner.term).reduce(plus) };
    }
    for (let k = 0; k < parts.length; k++)
      for (let j = k + 1; j < parts.length; j++) {
        const both = this.together(parts[k], parts[j]);
        if (both !== null)
          return { ...both, term: parts.with(k, both.term).toSpliced(j, 1).reduce(plus) };
      }
    return null;
  }

  /** Two summands as one: (12), (13), (17). */
  private together(one: Lambda, other: Lambda): Reduced | null {
    const [[a, alpha], [b, beta]] = [stripped(one), stripped(other)];
    const around = (t: Lambda) => alpha(beta(t));
    if (a.tag === 'numeral' && b.tag === 'numeral')
      return { term: around(numeral(a.value + b.value)), rule: 12 };
    if (a.tag === 'pair' && b.tag === 'pair')
      return { term: around(pair(plus(a.left, b.left), plus(a.right, b.right))), rule: 13 };
    if (!this.factoring || a.tag !== 'application' || b.tag !== 'application') return null;
    const [[x, inX], [y, inY]] = [stripped(a.left), stripped(b.left)];
    if (x.tag !== 'variable' || y.tag !== 'variable' || x.name !== y.name) return null;
    return { term: inX(inY(around(application(x, plus(a.right, b.right))))), rule: 17 };
  }

  private ofSubstitution(t: Lambda & { tag: 'substitution' }): Reduced | null {
    const inner = this.within(t, 1);
    if (inner !== null) return inner;
    const { body, name, isLinear } = t;
    const [v, alpha] = stripped(t.of);
    if (v.tag === 'pair' && !isName(v)) {
      const [y, z] = [this.fresh.name('y'), this.fresh.name("y'")];
      const names = pair(variable(y), variable(z));
      return { term: alpha(unpairing(substitution(body, name, names), [y, z], v)), rule: 16 };
    }
    if (!isValue(v)) return this.within(t, 0);
    if (isLinear) {
      // A linear variable occurs once in each summand.
      return { term: alpha(everywhere(body, name, v)), rule: 11 };
    }
    if (!occurs(name, body)) return { term: alpha(body), rule: 10 };
    const again = (term: Lambda): Lambda => alpha(substitution(term, name, v));
    if (isName(v)) return { term: again(replaced(body, name, () => v, anywhere)!), rule: 9 };
    const early = this.early && v.tag === 'lambda' ? this.under(v) : null;
    if (early !== null) return { ...early, term: { ...t, of: alpha(early.term) } };
    const copied = () =>
      replaced(body, name, () => this.fresh.renamed(v), asFunction) ??
      replaced(body, name, () => this.fresh.renamed(v), anywhere)!;
    return this.within(t, 0) ?? (this.isDone(body) ? null : { term: again(copied()), rule: 9 });
  }

  /** One step inside of a function. */
  private under(f: Lambda): Reduced | null {
    if (f.tag !== 'lambda') return this.step(f);
    const inner = this.under(f.body);
    return inner && { ...inner, term: { ...f, body: inner.term } };
  }

  /** True for a value with substitutions: what it mentions stays where it is, for all who use it. */
  private isDone(t: Lambda): boolean {
    return isValue(stripped(t)[0]);
  }
}
