/**
 * The linear substitution calculus of Brunel, Mazza and Pagani (§4), as data: simply typed λ-terms with explicit
 * substitutions, in which λ of a linear variable is a backpropagator, of type ℝ^⊥.
 *
 *     v    ::= x | r | λx. t | ⟨v, v⟩
 *     t, u ::= v | t u | ⟨t, u⟩ | t[⟨x, y⟩ := u] | t[x := u] | t + u | f(t₁, …, tₖ)
 *
 * Types are not written: what they decide is which variables are linear.
 */
import type { Operation } from '../../core/real.js';

/** A function symbol, with its value; those of the table have partials, which are symbols again. */
export interface FunctionSymbol {
  readonly name: string;
  readonly value: (args: readonly number[]) => number;
  /** ∂f/∂i, where `index` counts from 0. */
  readonly partial?: (index: number) => FunctionSymbol;
}

export type Lambda =
  | { readonly tag: 'variable'; readonly name: string }
  | { readonly tag: 'numeral'; readonly value: number }
  | {
      readonly tag: 'lambda';
      readonly name: string;
      readonly isLinear: boolean;
      readonly body: Lambda;
    }
  | { readonly tag: 'application'; readonly left: Lambda; readonly right: Lambda }
  | { readonly tag: 'pair'; readonly left: Lambda; readonly right: Lambda }
  /** `body[x := of]`, which is `let x = of in body`. */
  | {
      readonly tag: 'substitution';
      readonly name: string;
      readonly isLinear: boolean;
      readonly of: Lambda;
      readonly body: Lambda;
    }
  /** `body[⟨x, y⟩ := of]` */
  | {
      readonly tag: 'unpairing';
      readonly names: readonly [string, string];
      readonly of: Lambda;
      readonly body: Lambda;
    }
  | { readonly tag: 'sum'; readonly left: Lambda; readonly right: Lambda }
  | { readonly tag: 'call'; readonly symbol: FunctionSymbol; readonly args: readonly Lambda[] };

/**
 * The symbol of a primitive.
 *
 * @example
 * import { sin } from 'delta-tape';
 * symbolOf(sin.primitive).partial(0).name // ∂sin
 */
export const symbolOf = (
  operation: Operation,
): FunctionSymbol & { partial(index: number): FunctionSymbol } => ({
  name: operation.name,
  value: (args) => operation.value(args),
  partial: (index) => ({
    name: `∂${index === 0 ? '' : index + 1}${operation.name}`,
    value(args) {
      const active = args.map((_, k) => k === index);
      return operation.partials(args, operation.value(args), active)[index] as number;
    },
  }),
});

/** The variable x. @example variable('x').tag // variable */
export const variable = (name: string): Lambda => ({ tag: 'variable', name });
/** The numeral r. @example showLambda(numeral(3)) // 3 */
export const numeral = (value: number): Lambda => ({ tag: 'numeral', value });
/** λx. body. That of a linear variable is a backpropagator. @example showLambda(lambda('x', numeral(1))) // λx. 1 */
export const lambda = (name: string, body: Lambda, isLinear = false): Lambda => ({
  tag: 'lambda',
  name,
  isLinear,
  body,
});
/** The application `left right`. @example showLambda(application(variable('f'), numeral(1))) // f 1 */
export const application = (left: Lambda, right: Lambda): Lambda => ({
  tag: 'application',
  left,
  right,
});
/** The pair ⟨left, right⟩. @example showLambda(pair(numeral(1), numeral(2))) // ⟨1, 2⟩ */
export const pair = (left: Lambda, right: Lambda): Lambda => ({ tag: 'pair', left, right });
/** The sum `left + right`. @example showLambda(plus(numeral(1), numeral(2))) // 1 + 2 */
export const plus = (left: Lambda, right: Lambda): Lambda => ({ tag: 'sum', left, right });
/** The explicit substitution body[name := of]. @example showLambda(substitution(variable('x'), 'x', numeral(1))) // x[x := 1] */
export const substitution = (body: Lambda, name: string, of: Lambda, isLinear = false): Lambda => ({
  tag: 'substitution',
  name,
  isLinear,
  of,
  body,
});
/** body[⟨x, y⟩ := of], which takes a pair apart. @example showLambda(unpairing(numeral(1), ['x', 'y'], variable('p'))) // 1[⟨x, y⟩ := p] */
export const unpairing = (body: Lambda, names: readonly [string, string], of: Lambda): Lambda => ({
  tag: 'unpairing',
  names,
  of,
  body,
});
/**
 * f(args), for a primitive of the library. A sum is none here.
 *
 * @example
 * import { sin } from 'delta-tape';
 * showLambda(call(sin.primitive, numeral(0))) // sin(0)
 */
export const call = (operation: Operation, ...args: readonly Lambda[]): Lambda => ({
  tag: 'call',
  symbol: symbolOf(operation),
  args,
});

/** The parts of a term, each with what the term binds in it. */
export function partsOf(t: Lambda): readonly (readonly [part: Lambda, binds: readonly string[]])[] {
  switch (t.tag) {
    case 'variable':
    case 'numeral':
      return [];
    case 'lambda':
      return [[t.body, [t.name]]];
    case 'application':
    case 'pair':
    case 'sum':
      return [
        [t.left, []],
        [t.right, []],
      ];
    case 'substitution':
      return [
        [t.body, [t.name]],
        [t.of, []],
      ];
    case 'unpairing':
      return [
        [t.body, t.names],
        [t.of, []],
      ];
    case 'call':
      return t.args.map((arg) => [arg, []]);
  }
}

/** The same term with other parts, in their order. */
export function withParts(t: Lambda, parts: readonly Lambda[]): Lambda {
  switch (t.tag) {
    case 'variable':
    case 'numeral':
      return t;
    case 'lambda':
      return { ...t, body: parts[0] };
    case 'application':
    case 'pair':
    case 'sum':
      return { ...t, left: parts[0], right: parts[1] };
    case 'substitution':
    case 'unpairing':
      return { ...t, body: parts[0], of: parts[1] };
    case 'call':
      return { ...t, args: parts };
  }
}

/** True if a variable occurs free in a term. O(size). */
export const occurs = (name: string, t: Lambda): boolean =>
  t.tag === 'variable'
    ? t.name === name
    : partsOf(t).some(([part, binds]) => !binds.includes(name) && occurs(name, part));

/** Names that no term has, since no reader writes them: a letter with a number. */
export class Fresh {
  private count = 0;

  name(like: string): string {
    return `${like.replace(/\.\d+$/, '')}.${++this.count}`;
  }

  /** The term with fresh names for all that it binds, so that nothing can be captured. O(size). */
  renamed(t: Lambda, names: ReadonlyMap<string, string> = new Map()): Lambda {
    if (t.tag === 'variable') return variable(names.get(t.name) ?? t.name);
    const own = new Map(names);
    for (const [, binds] of partsOf(t)) for (const name of binds) own.set(name, this.name(name));
    const renamed = withParts(
      t,
      partsOf(t).map(([part, binds]) => this.renamed(part, binds.length > 0 ? own : names)),
    );
    if (renamed.tag === 'lambda' || renamed.tag === 'substitution')
      return { ...renamed, name: own.get(renamed.name)! };
    if (renamed.tag !== 'unpairing') return renamed;
    const [x, y] = renamed.names;
    return { ...renamed, names: [own.get(x)!, own.get(y)!] };
  }
}
