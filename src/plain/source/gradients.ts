/** The gradients of arguments: arrays in which they are added up, and the trees that they are put together in. */
import type { Helper } from '../emit/source/helpers.js';
import type { Scopes } from '../emit/source/scopes.js';
import { variable, type Text } from '../emit/text.js';
import { holdsReals, isArray, type ArrayType, type Value } from '../ir/ir.js';
import type { Field } from './frame.js';
import { insistIn, insistOn } from './insisting.js';
import { partText, treeText } from '../emit/source/key-text.js';
import { leavesIn, type Part } from './argument-parts.js';
import type { Subject } from './subject.js';

interface Tools {
  readonly scopes: Scopes;
  readonly helper: (name: Helper) => string;
  /** An expression for a part of the arguments. */
  readonly textOf: (part: Part) => string;
  readonly isIndexChecked: boolean;
  /** Returns the name of an array of gradients, by the name of the argument. */
  readonly nameOf: (name: string) => string;
  /** The helper that refuses NaN. */
  readonly insist: Helper;
}

/** The gradient of a parameter of the language. */
interface Slot {
  readonly text: string;
  /** True if it is stored as code works with it, which is a `Float64Array`. */
  readonly isFloats: boolean;
}

export class Gradients {
  readonly lines: string[] = [];
  /** The texts of the arrays of cotangents that code takes. */
  readonly params = new Map<Value, Text>();
  private readonly slots = new Map<Value, Slot>();

  constructor(private readonly tools: Tools) {}

  /**
   * Makes an array of zeros for each array in a part.
   *
   * @param needsFloats whether an array of zeros has to be a `Float64Array`: code hands it on, or may add behind its end
   */
  begin(
    part: Part,
    shadowOf: (value: Value) => Value | undefined,
    needsFloats: (shadow: Value) => boolean,
  ): void {
    if (part.tag === 'record')
      for (const inner of part.parts.values()) this.begin(inner, shadowOf, needsFloats);
    else this.zeros(part, this.tools.textOf(part), shadowOf, needsFloats, (one) => one);
  }

  private zeros(
    part: Part,
    list: string,
    shadowOf: (value: Value) => Value | undefined,
    needsFloats: (shadow: Value) => boolean,
    at: (one: string) => string,
  ): void {
    if (part.tag === 'columns') {
      this.zeros(part.of, list, shadowOf, needsFloats, at);
    } else if (part.tag === 'record') {
      for (const [key, inner] of part.parts)
        this.zeros(inner, list, shadowOf, needsFloats, (one) =>
          partText(at(one), key, part.isTuple),
        );
    } else if (isArray(part.value.type) && holdsReals(part.value.type)) {
      const { value } = part;
      const { of } = part.value.type;
      const shadow = shadowOf(value);
      const isFloats = shadow !== undefined && needsFloats(shadow);
      const name = this.tools.scopes.fresh(this.tools.nameOf(value.name));
      const isColumn = at('') !== '';
      const made =
        isColumn && of !== undefined
          ? `${list}.map((one) => ${this.zerosLike(at('one'), of, isFloats)})`
          : isColumn
            ? `new Float64Array(${list}.length)`
            : this.zerosLike(list, part.value.type, isFloats);
      this.lines.push(`  const ${name} = ${made};`);
      if (shadow !== undefined) this.params.set(shadow, variable(name));
      this.slots.set(value, { text: name, isFloats });
    }
  }

  private zerosLike(array: string, { storage, of }: ArrayType, isFloats: boolean): string {
    if (of !== undefined) return `${array}.map((row) => ${this.zerosLike('row', of, isFloats)})`;
    return storage === 'number[]' && !isFloats
      ? `${this.tools.helper('zeros')}(${array}.length)`
      : `new Float64Array(${array}.length)`;
  }

  /** Takes the gradient of a number. */
  number(value: Value, { text }: Text): void {
    this.slots.set(value, { text, isFloats: false });
  }

  // ── Trees ──

  /** The gradient by what a derivative is taken by. */
  field(key: string, { chosen, isOne, gradientType }: Subject): Field {
    const trees = chosen.map(({ part }, k) => [String(k), this.tree(part)] as const);
    const isOfNumbers = chosen.every(
      ({ part }) => part.tag === 'leaf' && !isArray(part.value.type),
    );
    return {
      key,
      type: gradientType,
      tree: isOne ? trees[0][1] : treeText(trees, true),
      insisting: (path) =>
        isOfNumbers && !isOne
          ? [`  ${this.tools.helper(this.tools.insist)}(${path});`]
          : this.insisting(chosen.map(({ part }, k) => [part, isOne ? path : `${path}[${k}]`])),
    };
  }

  private tree(part: Part): string {
    if (part.tag === 'leaf') return this.leaf(part, part.value);
    if (part.tag === 'columns') {
      const list = this.tools.textOf(part);
      const isObject = part.of.tag === 'record' && !part.of.isTuple;
      const one = this.column(part.of);
      return `${list}.map((_, k) => ${isObject ? `(${one})` : one})`;
    }
    return treeText(
      [...part.parts].map(([key, one]) => [key, this.tree(one)]),
      part.isTuple,
    );
  }

  private leaf(part: Part, value: Value): string {
    const slot = this.slots.get(value);
    // What holds no reals is as it is.
    if (slot === undefined) return this.tools.textOf(part);
    return isArray(value.type)
      ? stored(slot.text, value.type, slot.isFloats, this.tools.helper)
      : slot.text;
  }

  private column(part: Part): string {
    if (part.tag === 'leaf') {
      const { text, isFloats } = this.slots.get(part.value)!;
      const { of } = part.value.type as ArrayType;
      const one = `${text}[k]${this.tools.isIndexChecked ? '!' : ''}`;
      return of === undefined ? one : stored(one, of, isFloats, this.tools.helper);
    }
    if (part.tag === 'columns') return this.column(part.of);
    return treeText(
      [...part.parts].map(([key, one]) => [key, this.column(one)]),
      part.isTuple,
    );
  }

  /** Statements that insist on numbers in the gradients of some parts, each with its expression. */
  private insisting(given: readonly (readonly [part: Part, path: string])[]): string[] {
    const insist = () => this.tools.helper(this.tools.insist);
    const numbers: string[] = [];
    const lines: string[] = [];
    const array = (value: Value) => {
      const slot = this.slots.get(value);
      if (slot !== undefined) lines.push(insistIn(slot.text, value.type as ArrayType, insist));
    };
    const visit = (of: Part, at: string): void => {
      if (of.tag === 'record')
        of.parts.forEach((inner, key) => visit(inner, partText(at, key, of.isTuple)));
      else if (of.tag === 'columns') leavesIn(of).forEach(array);
      else if (isArray(of.value.type)) array(of.value);
      else if (this.slots.has(of.value)) numbers.push(at);
    };
    for (const [part, path] of given) visit(part, path);
    return [...lines, ...insistOn(numbers, insist)];
  }
}

/** An array that code has as `Float64Array`s, or as it is stored, as it is stored. */
export function stored(
  text: string,
  { storage, of }: ArrayType,
  isFloats: boolean,
  helper: (name: Helper) => string,
): string {
  if (of !== undefined) {
    const inner = stored('row', of, isFloats, helper);
    return inner === 'row' ? text : `${text}.map((row) => ${inner})`;
  }
  if (storage === 'Float32Array') return `Float32Array.from(${text})`;
  return storage === 'number[]' && isFloats ? `${helper('listOf')}(${text})` : text;
}
