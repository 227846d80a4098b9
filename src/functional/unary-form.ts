/**
 * Unary normal form. Source UNF (Fig. 6): compositions of primitives that take a whole context, a list of
 * types, and give it back with one value more. Target UNF (Fig. 7): the same with a transposed Jacobian of
 * each primitive, pairs, and composition with a continuation. `unf` is Fig. 9, and `reverseUnf` is Fig. 8.
 */
import { notInUnf } from './errors.js';
import type { Program, Term, TermOf, Type } from './language.js';
import { occurrences } from './traversal.js';
import { extended, typeOf, typeText } from './typing.js';

/** A primitive of Source UNF. What each is indexed by is the context T before it. */
export type Primitive =
  | { readonly tag: 'var'; readonly context: readonly Type[]; readonly index: number }
  /** A constant, or an operation on the last `arity` reals. */
  | {
      readonly tag: 'op';
      readonly context: readonly Type[];
      readonly arity: number;
      readonly of: TermOf<'op' | 'const'>;
    }
  | { readonly tag: 'pair'; readonly context: readonly Type[]; readonly arity: number }
  /** πᵢ of the last value. */
  | { readonly tag: 'pi'; readonly context: readonly Type[]; readonly of: TermOf<'proj'> }
  /** Forgets the middle one of three parts of the context, which are given by their lengths. */
  | {
      readonly tag: 'proj';
      readonly context: readonly Type[];
      readonly keeps: number;
      readonly hides: number;
    }
  /** map, map2 or reduce of the last arrays; the unit of reduce stands before its array. */
  | { readonly tag: 'iterate'; readonly context: readonly Type[]; readonly of: TermOf<'iterate'> };

export type SourceUnf = Primitive | { readonly tag: 'seq'; readonly of: readonly SourceUnf[] };

/** F(A, JᵀA) = ⟨proj; A, proj ∘ (proj; JᵀA)⟩: a primitive beside its transposed Jacobian. */
interface WithJacobian {
  readonly tag: 'F';
  readonly of: Primitive;
}
export type TargetUnf = WithJacobian | { readonly tag: 'seq'; readonly of: readonly TargetUnf[] };

/** Counts the values that a primitive takes from the end of the context. */
export const arityOf = (primitive: Primitive): number => {
  if (primitive.tag === 'iterate') return primitive.of.args.length;
  if (primitive.tag === 'pi') return 1;
  return 'arity' in primitive ? primitive.arity : 0;
};

/**
 * UNF(Γ ⊢ e), from left to right (Fig. 9): arguments first, then the operator, and then `proj`, which
 * forgets them.
 *
 * @throws DeltaTapeError if the program has what Source of Fig. 2 has not
 * @example showUnf(unf(read('(x) => x'))) // var[R; 1]
 */
export function unf(program: Program): SourceUnf {
  const { context, term } = program;
  const names = context.map(([name]) => name);
  const types = context.map(([, type]) => type);
  return fromTerm(term, names, types);
}

function fromTerm(term: Term, names: readonly string[], context: readonly Type[]): SourceUnf {
  const typed = extended(new Map(), names, context);
  /**
   * The arguments, each in the context of those before it; `primitive` after them; and nothing left of
   * them.
   */
  const after = (
    args: readonly Term[],
    primitive: (context: readonly Type[]) => Primitive,
  ): SourceUnf => {
    const steps: SourceUnf[] = [];
    let [here, all] = [names, context];
    for (const arg of args) {
      steps.push(fromTerm(arg, here, all));
      // A value without a name.
      [here, all] = [
        [...here, ''],
        [...all, typeOf(arg, typed)],
      ];
    }
    steps.push(primitive(all));
    if (args.length > 0)
      steps.push({ tag: 'proj', context: all, keeps: context.length, hides: args.length });
    return { tag: 'seq', of: steps };
  };
  switch (term.tag) {
    case 'const':
      return after([], (all) => ({ tag: 'op', context: all, arity: 0, of: term }));
    case 'var':
      return { tag: 'var', context, index: names.lastIndexOf(term.name) };
    case 'let': {
      if (term.names.length > 1) throw notInUnf('a let that takes a tuple apart');
      const bound = fromTerm(term.bound, names, context);
      const type = typeOf(term.bound, typed);
      const body = fromTerm(term.body, [...names, ...term.names], [...context, type]);
      const hide: Primitive = {
        tag: 'proj',
        context: [...context, type],
        keeps: context.length,
        hides: 1,
      };
      return { tag: 'seq', of: [bound, body, hide] };
    }
    case 'tuple':
      return after(term.items, (all) => ({ tag: 'pair', context: all, arity: term.items.length }));
    case 'proj':
      return after([term.of], (all) => ({ tag: 'pi', context: all, of: term }));
    case 'op':
      return after(term.args, (all) => ({
        tag: 'op',
        context: all,
        arity: term.args.length,
        of: term,
      }));
    case 'iterate': {
      const isThere = ['map', 'map2', 'reduce'].includes(term.name);
      const free = [...occurrences(term.f.body).keys()].filter(
        (one) => !term.f.params.includes(one),
      );
      if (!isThere) throw notInUnf(term.name);
      if (free.length > 0) throw notInUnf(`a function with the free variable ${free[0]}`);
      return after(term.args, (all) => ({ tag: 'iterate', context: all, of: term }));
    }
    default:
      throw notInUnf(`a term of the kind ${term.tag}`);
  }
}

/**
 * D_ρ (Fig. 8): each primitive with its transposed Jacobian, in the same order.
 *
 * @example reverseUnf(unf(read('(x) => x'))).tag === 'F' // true
 */
export const reverseUnf = (term: SourceUnf): TargetUnf =>
  term.tag === 'seq' ? { tag: 'seq', of: term.of.map(reverseUnf) } : { tag: 'F', of: term };

/** The primitives of a composition, in order. */
const primitivesIn = (term: SourceUnf): readonly Primitive[] =>
  term.tag === 'seq' ? term.of.flatMap(primitivesIn) : [term];

function primitiveText(primitive: Primitive): string {
  const context = primitive.context.map(typeText).join(', ');
  switch (primitive.tag) {
    case 'var':
      return `var[${context}; ${primitive.index + 1}]`;
    case 'op':
      return `${primitive.of.tag === 'op' ? primitive.of.name : primitive.of.value}[${context}]`;
    case 'pi':
      return `π${primitive.of.index + 1}[${context}]`;
    case 'proj': {
      const { keeps, hides } = primitive;
      return `proj[${primitive.context.slice(0, keeps).map(typeText).join(', ')}; hides ${hides}]`;
    }
    case 'pair':
      return `pair[${context}]`;
    case 'iterate':
      return `${primitive.of.name}[${context}]`;
  }
}

/**
 * A term of Source UNF as text, with a semicolon for composition.
 *
 * @example showUnf(unf(read('(x) => x'))) // var[R; 1]
 */
export const showUnf = (term: SourceUnf): string =>
  primitivesIn(term).map(primitiveText).join(';\n');
