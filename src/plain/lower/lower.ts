/**
 * From syntax to the numeric tier's language: a function of the module, with all that it calls, or the reason why
 * not. O(size of what is lowered), which is bounded.
 */
import type { Func, Type, Value } from '../ir/ir.js';
import type { Facts } from '../front/facts.js';
import { realParams, type FunctionNode, type Node } from '../front/syntax.js';
import { Frame, meaning, type Meaning } from './meanings.js';
import { Refusal, type Reason } from './refusal.js';
import { shapeOf, type Shape } from './shapes.js';
import { Statements } from './statements.js';

/** Where a parameter of the lowered function comes from. */
export type Origin =
  | { readonly tag: 'argument'; readonly path: readonly (number | string)[]; readonly type: Type }
  | { readonly tag: 'capture'; readonly name: string; readonly type: Type };

export type Lowered =
  | { readonly tag: 'lowered'; readonly func: Func; readonly origins: readonly Origin[] }
  | { readonly tag: 'refused'; readonly reason: Reason };

class Lowering extends Statements {
  private readonly params: Value[] = [];
  private readonly origins: Origin[] = [];

  lower(
    node: FunctionNode,
    name: string,
  ): { readonly func: Func; readonly origins: readonly Origin[] } {
    const region = this.builder.region([], () => {
      const args = realParams<Node>(node.params).map((param, k) => this.argument(param, k));
      const result = this.inlined(node, new Frame(null), args, node);
      return [this.numberOf(result, node)];
    });
    const captures = [...this.captures.values()];
    const params = [...this.params, ...captures.map(({ value }) => value)];
    const origins = captures.map(({ name: from, value }): Origin => ({
      tag: 'capture',
      name: from,
      type: value.type,
    }));
    return {
      func: { name, region: { ...region, params } },
      origins: [...this.origins, ...origins],
    };
  }

  private argument(param: Node, k: number): Meaning {
    const inner = param.type === 'AssignmentPattern' ? param.left : param;
    const annotation = 'typeAnnotation' in inner ? inner.typeAnnotation : null;
    const shape = shapeOf(annotation, this.facts.declared);
    if (shape === undefined)
      this.refuse(
        param,
        'a parameter whose type is not known to be made of numbers',
        'annotate it as number, number[], Float64Array, or an object of those',
      );
    return this.made(shape, inner.type === 'Identifier' ? inner.name : `argument${k}`, [k]);
  }

  private made(shape: Shape, name: string, path: readonly (number | string)[]): Meaning {
    if (shape.tag === 'record') {
      const fields = [...shape.fields].map(
        ([field, inner]) =>
          [field, this.made(inner, field.replace(/^(?=\d)/, name), [...path, field])] as const,
      );
      const made = this.record(fields, shape.isTuple);
      // The caller has it, too.
      made.isFixed = true;
      return made;
    }
    const type: Type =
      shape.tag === 'array' ? { storage: shape.storage } : shape.tag === 'bool' ? 'bool' : 'f64';
    const value: Value = { name, type };
    this.params.push(value);
    this.origins.push({ tag: 'argument', path, type });
    return meaning(value);
  }
}

/** A function of a module in the language, or why it is not. */
export function lower(facts: Facts, node: FunctionNode, name: string): Lowered {
  try {
    return { tag: 'lowered', ...new Lowering(facts).lower(node, name) };
  } catch (error) {
    if (error instanceof Refusal) return { tag: 'refused', reason: error.reason };
    throw error;
  }
}
