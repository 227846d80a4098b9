/** The gradients of arguments: arrays in which they are added up, and the trees that they are put together in. */
import { isArray, type ArrayType, type Value } from '../ir/ir.js';
import type { Helper } from '../emit/source/helpers.js';
import type { Scopes } from '../emit/source/scopes.js';
import { variable, type Text } from '../emit/text.js';
import { barOf } from '../differentiate/cotangents.js';
import { leavesIn, type Part } from './parts.js';

interface Tools {
  readonly scopes: Scopes;
  readonly helper: (name: Helper) => string;
  /** An expression for a part of the arguments. */
  readonly textOf: (part: Part) => string;
  readonly isIndexChecked: boolean;
}

/** The gradient of a parameter of the language. */
interface Slot {
  readonly text: string;
  readonly isArray: boolean;
}

export class Gradients {
  readonly lines: string[] = [];
  /** What stands for the arrays of cotangents that the adjoint takes. */
  readonly params = new Map<Value, Text>();
  private readonly slots = new Map<Value, Slot>();

  constructor(private readonly tools: Tools) {}

  /** Makes an array of zeros for each array in a part. */
  begin(part: Part, shadowOf: (value: Value) => Value): void {
    if (part.tag === 'record') for (const inner of part.parts.values()) this.begin(inner, shadowOf);
    else this.zeros(part, this.tools.textOf(part), shadowOf, (one) => one);
  }

  private zeros(
    part: Part,
    list: string,
    shadowOf: (value: Value) => Value,
    at: (one: string) => string,
  ): void {
    if (part.tag === 'columns') return this.zeros(part.of, list, shadowOf, at);
    if (part.tag === 'record') {
      for (const [key, inner] of part.parts)
        this.zeros(inner, list, shadowOf, (one) =>
          part.isTuple ? `${at(one)}[${key}]` : `${at(one)}.${key}`,
        );
      return undefined;
    }
    const { value } = part;
    if (!isArray(value.type)) return undefined;
    const name = this.tools.scopes.fresh(barOf(value.name));
    const isColumn = at('') !== '';
    const { of } = value.type;
    const made =
      isColumn && of !== undefined
        ? `${list}.map((one) => ${this.zerosLike(at('one'), of)})`
        : isColumn
          ? `new Float64Array(${list}.length)`
          : this.zerosLike(list, value.type);
    this.lines.push(`  const ${name} = ${made};`);
    this.params.set(shadowOf(value), variable(name));
    this.slots.set(value, { text: name, isArray: true });
    return undefined;
  }

  private zerosLike(array: string, { storage, of }: ArrayType): string {
    if (of !== undefined) return `${array}.map((row) => ${this.zerosLike('row', of)})`;
    return storage === 'number[]'
      ? `${this.tools.helper('zeros')}(${array}.length)`
      : `new Float64Array(${array}.length)`;
  }

  /** Takes the gradient of a number. */
  number(value: Value, { text }: Text): void {
    this.slots.set(value, { text, isArray: false });
  }

  /** The gradient of a part as an expression. */
  tree(part: Part): string {
    if (part.tag === 'leaf') return this.leaf(part, part.value);
    if (part.tag === 'columns') {
      const list = this.tools.textOf(part);
      return `${list}.map((_, k) => (${this.column(part.of)}))`;
    }
    const inner = [...part.parts].map(([key, one]) => {
      const text = this.tree(one);
      return part.isTuple || text === key ? text : `${key}: ${text}`;
    });
    return part.isTuple ? `[${inner.join(', ')}]` : `{ ${inner.join(', ')} }`;
  }

  private leaf(part: Part, { type }: Value): string {
    const slot = part.tag === 'leaf' ? this.slots.get(part.value) : undefined;
    // What holds no reals is as it is.
    if (slot === undefined) return this.tools.textOf(part);
    return isArray(type) && type.storage === 'Float32Array'
      ? `Float32Array.from(${slot.text})`
      : slot.text;
  }

  private column(part: Part): string {
    if (part.tag === 'leaf')
      return `${this.slots.get(part.value)!.text}[k]${this.tools.isIndexChecked ? '!' : ''}`;
    if (part.tag === 'columns') return this.column(part.of);
    const inner = [...part.parts].map(([key, one]) =>
      part.isTuple ? this.column(one) : `${key}: ${this.column(one)}`,
    );
    return part.isTuple ? `[${inner.join(', ')}]` : `{ ${inner.join(', ')} }`;
  }

  /** Statements that insist on numbers in the gradients of some parts, each with its expression. */
  insisting(given: readonly (readonly [part: Part, path: string])[]): string[] {
    const numbers: string[] = [];
    const lines: string[] = [];
    const visit = (of: Part, at: string): void => {
      if (of.tag === 'record')
        of.parts.forEach((inner, key) =>
          visit(inner, of.isTuple ? `${at}[${key}]` : `${at}.${key}`),
        );
      else if (of.tag === 'columns')
        leavesIn(of).forEach((value) => lines.push(this.insist(value)));
      else if (isArray(of.value.type)) lines.push(this.insist(of.value));
      else if (this.slots.has(of.value)) numbers.push(at);
    };
    for (const [part, path] of given) visit(part, path);
    const insist = this.tools.helper('insist');
    if (numbers.length > 0) lines.push(`${insist}([${numbers.join(', ')}]);`);
    return lines.filter((line) => line !== '').map((line) => `  ${line}`);
  }

  private insist(value: Value): string {
    const slot = this.slots.get(value);
    if (slot === undefined) return '';
    const insist = this.tools.helper('insist');
    const depth = depthOf(value.type as ArrayType);
    if (depth === 1) return `${insist}(${slot.text});`;
    return `${slot.text}${depth > 2 ? `.flat(${depth - 2})` : ''}.forEach((row) => ${insist}(row));`;
  }
}

const depthOf = ({ of }: ArrayType): number => (of === undefined ? 1 : 1 + depthOf(of));
