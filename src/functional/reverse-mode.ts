/**
 * The reverse-mode transformation D_{Γ;Y} of Fig. 5, with foldl and map of Fig. 16, free variables (§7.1)
 * and conditionals (§7.2). A term becomes a pair: its value, and a function from cotangents of Γ and of
 * the value to what Y makes of those of Γ. Each Y occurs once (Lemma 5.1).
 */
import {
  apply,
  choose,
  constant,
  fun,
  letIn,
  proj,
  tuple,
  variable,
  type Term,
  type TermOf,
} from './language.js';
import { sum, tupled, zeroOf } from './ground.js';
import { Names } from './fresh-names.js';
import type { Lets, Transpose } from './transpose.js';
import { transposeOf } from './transposed-jacobians.js';
import { optimised } from './rewrite.js';
import { isFreeIn } from './traversal.js';
import { boundTypes, extended, typeOf, type Context } from './typing.js';

/** The surroundings of a term: the types of all variables, those that have cotangents (Γ, in order), and Y. */
interface Around {
  readonly context: Context;
  readonly gamma: readonly string[];
  readonly continuation: Term;
}

/** The items of a tuple with a name; of one item, that is its name. */
const itemsOf = (name: string, count: number): readonly Term[] =>
  count === 1
    ? [variable(name)]
    : Array.from({ length: count }, (_, k) => proj(k, count, variable(name)));

/** let x₁ = e₁ in … let xₙ = eₙ in e. */
const withLets = (lets: Lets, body: Term): Term =>
  lets.reduceRight((rest, [name, bound]) => letIn(name, bound, rest), body);

export class Reverse {
  constructor(readonly names: Names) {}

  /** Γ with a variable more, and the continuation that takes its cotangent. */
  private more(
    { context, gamma }: Around,
    name: string,
    bound: Term,
    continuation: string,
  ): Around {
    return {
      context: extended(context, [name], [typeOf(bound, context)]),
      gamma: [...gamma, name],
      continuation: variable(continuation),
    };
  }

  /** `fun (y₁, …, yₙ, z) → body`, where z is y with the next number. */
  private back(gamma: readonly string[], body: (ys: readonly Term[], z: Term) => Term): Term {
    const stem = this.names.stem('y');
    const params = [...gamma, null].map((_, k) => `${stem}${k + 1}`);
    const ys = params.map(variable);
    return fun(params, body(ys.slice(0, -1), ys[gamma.length]));
  }

  /** D_{Γ;Y}(e). */
  of(term: Term, around: Around): Term {
    const { context, gamma, continuation } = around;
    switch (term.tag) {
      case 'const':
        return tuple(
          term,
          this.back(gamma, (ys) => apply(continuation, ...ys)),
        );
      case 'var': {
        const at = gamma.indexOf(term.name);
        const type = typeOf(term, context);
        return tuple(
          term,
          this.back(gamma, (ys, z) =>
            apply(continuation, ...ys.map((y, k) => (k === at ? sum(type, y, z) : y))),
          ),
        );
      }
      case 'let':
        return this.ofLet(term, around);
      case 'apply': {
        if (term.f.tag !== 'fun') break;
        const { params, body } = term.f.f;
        const lets = params.reduceRight((rest, name, k) => letIn(name, term.args[k], rest), body);
        return this.of(lets, around);
      }
      case 'if':
        return this.ofIf(term, around);
    }
    return this.ofOperator(transposeOf(term, context, gamma, this), around);
  }

  private ofLet(term: TermOf<'let'>, around: Around): Term {
    const { names, bound, body } = term;
    if (names.length > 1) {
      const all = this.names.fresh('t');
      const count = boundTypes(term, typeOf(bound, around.context)).length;
      const parts = names.reduceRight(
        (rest, name, k) => letIn(name, proj(k, count, variable(all)), rest),
        body,
      );
      return this.ofLet({ ...term, names: [all], body: parts }, around);
    }
    const [x] = names;
    const own = this.names.primed(x);
    const inner = this.more(around, x, bound, own);
    const [y, last] = [this.names.fresh('t'), this.names.fresh('Y')];
    const zero = zeroOf(inner.context.get(x)!, variable(x));
    return letIn(
      [x, own],
      this.of(bound, around),
      letIn(
        [y, last],
        this.of(body, inner),
        tuple(
          variable(y),
          this.back(around.gamma, (ys, z) => apply(variable(last), ...ys, zero, z)),
        ),
      ),
    );
  }

  /** An operator: its arguments from left to right, and then what is known of it (§7.3). */
  private ofOperator(transpose: Transpose, around: Around): Term {
    const args: string[] = [];
    const lets: ((rest: Term) => Term)[] = [];
    let here = around;
    for (const arg of transpose.args) {
      const [x, own] = [this.names.fresh('t'), this.names.fresh('Y')];
      const bound = this.of(arg, here);
      lets.push((rest) => letIn([x, own], bound, rest));
      here = this.more(here, x, arg, own);
      args.push(x);
    }
    const { value, prepared, pull } = transpose.at(args.map(variable));
    const { gamma } = around;
    const back = this.back(gamma, (ys, z) => {
      const { lets = [], cotangents, free } = pull(z);
      const g = free === null ? null : this.names.fresh('g');
      const changes = g === null ? [] : itemsOf(g, transpose.free.length);
      const updated = ys.map((y, k) => {
        const at = transpose.free.indexOf(gamma[k]);
        return at < 0 ? y : sum(around.context.get(gamma[k])!, y, changes[at]);
      });
      const update = apply(here.continuation, ...updated, ...cotangents);
      return withLets(lets, g === null ? update : letIn(g, free!, update));
    });
    const whole = withLets(prepared, tuple(value, back));
    return lets.reduceRight((rest, wrap) => wrap(rest), whole);
  }

  /** The solution of §7.2, with the branches lazy. */
  private ofIf({ test, then, otherwise }: TermOf<'if'>, around: Around): Term {
    const { context, gamma, continuation } = around;
    const free = gamma.filter((name) => isFreeIn(name, then) || isFreeIn(name, otherwise));
    const [b, g] = [this.names.fresh('b'), this.names.fresh('g')];
    const changes = itemsOf(g, free.length);
    const type = typeOf(then, context);
    const back = this.back(gamma, (ys, z) => {
      if (free.length === 0) return apply(continuation, ...ys);
      const here = extended(context, [(z as TermOf<'var'>).name], [type]);
      const pulled = (branch: Term) => this.pulled(branch, here, free, z);
      const updated = ys.map((y, k) => {
        const at = free.indexOf(gamma[k]);
        return at < 0 ? y : sum(context.get(gamma[k])!, y, changes[at]);
      });
      return letIn(
        g,
        choose(variable(b), pulled(then), pulled(otherwise)),
        apply(continuation, ...updated),
      );
    });
    return letIn(b, test, tuple(choose(variable(b), then, otherwise), back));
  }

  /** The transposed Jacobian of a term by some variables, at a cotangent: a tuple, or its only item. */
  pulled(term: Term, context: Context, by: readonly string[], cotangent: Term): Term {
    const zeros = by.map((name) => zeroOf(context.get(name)!, variable(name)));
    return optimised(apply(proj(1, 2, this.derived(term, context, by)), ...zeros, cotangent));
  }

  /** D_{Γ;Id}(e). */
  derived(term: Term, context: Context, by: readonly string[]): Term {
    const stem = this.names.stem('y');
    const params = by.map((_, k) => `${stem}${k + 1}`);
    const identity = fun(params, tupled(params.map(variable)));
    return this.of(term, { context, gamma: by, continuation: identity });
  }

  /** ∇_Γ(e), of a term that is a real (Fig. 4). */
  gradient(term: Term, context: Context, by: readonly string[]): Term {
    return this.pulled(term, context, by, constant(1));
  }
}
