/**
 * UNF⁻¹ (Fig. 10): from Target UNF to Target. The variables of the context have names again; each
 * primitive becomes a let of its value and of its continuation, `fun (y₁, …, yₘ) → Y(JᵀA(y₁, …, yₘ))`,
 * whose Jacobian changes its last components alone.
 */
import { sum, tupled, zeroOf } from './ground.js';
import { apply, fun, letIn, tuple, variable, type Program, type Term } from './language.js';
import { Names } from './fresh-names.js';
import { Reverse } from './reverse-mode.js';
import { transposeOf } from './transposed-jacobians.js';
import { arityOf, type Primitive, type TargetUnf } from './unary-form.js';
import { extended, typeOf, type Context } from './typing.js';

/** The names of a context, with their types, and the continuation. */
interface Here {
  readonly names: readonly string[];
  readonly types: Context;
  readonly continuation: string;
}

/**
 * UNF⁻¹(D_ρ(UNF(e))) for ρ = Γ: the value, and the continuation of the context and the value.
 *
 * @example fromUnf(read('(x) => x'), reverseUnf(unf(read('(x) => x')))).tag === 'let' // true
 */
export function fromUnf(program: Program, target: TargetUnf): Term {
  const { context } = program;
  const inverse = new Inverse(new Names(program));
  const names = context.map(([name]) => name);
  const start = inverse.names.fresh('Y');
  const ys = names.map((_, k) => `${inverse.names.stem('y')}${k + 1}`);
  const identity = fun(ys, tupled(ys.map(variable)));
  const whole = inverse.of(target, { names, types: new Map(context), continuation: start }, (end) =>
    tuple(variable(end.names.at(-1)!), variable(end.continuation)),
  );
  return letIn(start, identity, whole);
}

/** The value of a primitive, at variables of the context. */
function termOf(
  primitive: Exclude<Primitive, { tag: 'proj' }>,
  names: readonly string[],
  args: readonly Term[],
): Term {
  switch (primitive.tag) {
    case 'var':
      return variable(names[primitive.index]);
    case 'pair':
      return tuple(...args);
    case 'pi':
      return { ...primitive.of, of: args[0] };
    case 'op':
      return primitive.of.tag === 'op' ? { ...primitive.of, args } : primitive.of;
    case 'iterate':
      return { ...primitive.of, args };
  }
}

class Inverse {
  private readonly reverse: Reverse;

  constructor(readonly names: Names) {
    this.reverse = new Reverse(names);
  }

  /** Turns a term back into the language; `rest` receives the names of the context after it. */
  of(term: TargetUnf, here: Here, rest: (after: Here) => Term): Term {
    if (term.tag === 'F') return this.primitive(term.of, here, rest);
    const [first, ...others] = term.of;
    if (first === undefined) return rest(here);
    return this.of(first, here, (after) => this.of({ tag: 'seq', of: others }, after, rest));
  }

  private back(
    count: number,
    body: (ys: readonly Term[]) => readonly Term[],
    continuation: string,
  ): Term {
    const params = Array.from({ length: count }, (_, k) => `${this.names.stem('y')}${k + 1}`);
    return fun(params, apply(variable(continuation), ...body(params.map(variable))));
  }

  private primitive(primitive: Primitive, here: Here, rest: (after: Here) => Term): Term {
    const { names, types, continuation } = here;
    const own = this.names.fresh('Y');
    if (primitive.tag === 'proj') {
      const { keeps, hides } = primitive;
      const hidden = names.slice(keeps, keeps + hides);
      const left = [...names.slice(0, keeps), ...names.slice(keeps + hides)];
      const zeros = hidden.map((name) => zeroOf(types.get(name)!, variable(name)));
      const back = this.back(
        left.length,
        (ys) => [...ys.slice(0, keeps), ...zeros, ...ys.slice(keeps)],
        continuation,
      );
      return letIn(own, back, rest({ names: left, types, continuation: own }));
    }
    const x = this.names.fresh('x');
    const args = names.slice(names.length - arityOf(primitive));
    const term = termOf(primitive, names, args.map(variable));
    const type = typeOf(term, types);
    const after = {
      names: [...names, x],
      types: extended(types, [x], [type]),
      continuation: own,
    };
    if (primitive.tag === 'var') {
      const back = this.back(
        names.length + 1,
        (ys) =>
          ys
            .slice(0, -1)
            .map((y, k) => (k === primitive.index ? sum(type, y, ys[names.length]) : y)),
        continuation,
      );
      return letIn([x, own], tuple(term, back), rest(after));
    }
    if (term.tag === 'const') {
      const back = this.back(names.length + 1, (ys) => ys.slice(0, -1), continuation);
      return letIn([x, own], tuple(term, back), rest(after));
    }
    const { value, prepared, pull } = transposeOf(term, types, [], this.reverse).at(
      args.map(variable),
    );
    const first = names.length - args.length;
    const back = this.back(
      names.length + 1,
      (ys) => {
        const { cotangents } = pull(ys[names.length]);
        return ys
          .slice(0, -1)
          .map((y, k) => (k < first ? y : sum(types.get(names[k])!, y, cotangents[k - first])));
      },
      continuation,
    );
    const bound = prepared.reduceRight(
      (inner, [name, one]) => letIn(name, one, inner),
      tuple(value, back),
    );
    return letIn([x, own], bound, rest(after));
  }
}
