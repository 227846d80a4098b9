/**
 * From syntax to the numeric tier's language: a function of the module, with all that it calls, or the reason why
 * not. O(size of what is lowered), which is bounded.
 */
import type { Func, Value } from '../ir/ir.js';
import type { Origin } from '../ir/origin.js';
import type { Facts } from '../front/facts.js';
import { realParams, type Binding, type FunctionNode, type Node } from '../front/syntax.js';
import { Frame, type Meaning } from './meanings.js';
import { Refusal, type Reason } from './refusal.js';
import { shapeOf, type Shape } from './shapes.js';
import { Statements } from './statements.js';
import { shapeOfParam } from './uses.js';

export interface LoweredFunction {
  readonly tag: 'lowered';
  readonly func: Func;
  /** Where each parameter of `func` comes from. */
  readonly origins: readonly Origin[];
  /** The variables outside of the function that origins count. */
  readonly captures: readonly Binding[];
}
/** With how many parts were lowered. */
export type Lowered = { readonly size: number } & (
  LoweredFunction | { readonly tag: 'refused'; readonly reason: Reason }
);

class Lowering extends Statements {
  private readonly params: Value[] = [];
  private readonly origins: Origin[] = [];

  lower(node: FunctionNode, name: string): LoweredFunction {
    const region = this.builder.region([], () => {
      const args = realParams<Node>(node.params).map((param, k) => this.argument(param, k));
      const result = this.inlined(node, new Frame(null), args, node);
      return [this.numberOf(result, node)];
    });
    return {
      tag: 'lowered',
      func: { name, region: { ...region, params: this.params } },
      origins: this.origins,
      captures: [...this.captures.keys()],
    };
  }

  private argument(param: Node, k: number): Meaning {
    const inner = param.type === 'AssignmentPattern' ? param.left : param;
    const annotation = 'typeAnnotation' in inner ? inner.typeAnnotation : null;
    const shape = shapeOf(annotation, this.facts.declared) ?? shapeOfParam(this.facts, param);
    if (shape === undefined)
      this.refuse(
        param,
        'a parameter whose type is not known to be made of numbers',
        'annotate it as number, number[], Float64Array, or an object of those',
      );
    const name = inner.type === 'Identifier' ? inner.name : `argument${k}`;
    return this.formed(shape, name, (type, own, way) =>
      this.parameter('argument', type, own, [k, ...way]),
    );
  }

  protected override captured(name: string, shape: Shape): Value[] {
    const which = this.captures.size;
    const values: Value[] = [];
    this.formed(shape, name, (type, own, way) => {
      const made = this.parameter('capture', type, own, [which, ...way]);
      values.push(made);
      return made;
    });
    return values;
  }

  private parameter(
    of: Origin['of'],
    type: Value['type'],
    name: string,
    path: Origin['path'],
  ): Value {
    const made: Value = { name, type };
    this.params.push(made);
    this.origins.push({ of, path, type });
    return made;
  }
}

/** The most parts of one function: V8 optimises no larger functions, and inlining has an end. */
const MOST = 3000;

/** A function of a module in the language, or why it is not. */
export function lower(facts: Facts, node: FunctionNode, name: string, most = MOST): Lowered {
  const lowering = new Lowering(facts, Math.min(most, MOST));
  try {
    const lowered = lowering.lower(node, name);
    return { ...lowered, size: lowering.size };
  } catch (error) {
    if (error instanceof Refusal)
      return { tag: 'refused', reason: error.reason, size: lowering.size };
    throw error;
  }
}
