/** Writes what makes numbers, lists of them, objects and instances of cotangents, for the gradients of straight-gradients.ts. */
import type { ArrayType } from '../../../ir/ir.js';
import { CodeLines } from './code-lines.js';

export const OTHER = 'return null;';

/** Says that something is not written in this way. */
export class NotStraight extends Error {}

/** The text of a gradient, and whether it holds reals: a condition, where that is not known before. */
export interface Made {
  readonly text: string;
  readonly holds: true | false | string;
}

/** By these, collections of Immutable are known (core/trees/immutable.ts). */
const marks: readonly string[] = ['ITERABLE', 'KEYED', 'INDEXED', 'RECORD'].map(
  (name) => `@@__IMMUTABLE_${name}__@@`,
);

export abstract class CotangentWriter extends CodeLines {
  /** Variables for functions that make instances of classes, which are null at first. */
  readonly makers: string[] = [];

  protected number(of: string): Made {
    const name = this.let(of);
    this.add(`if (${name} !== ${name}) ${OTHER}`);
    return { text: name, holds: true };
  }

  /** An array of numbers, or of such arrays, with its cotangents. */
  protected numbers({ storage, of: inner }: ArrayType, of: string, shadow: string): Made {
    const list = this.name();
    if (storage === 'Float64Array') {
      this.add(`if (${of}.length === 0 || floatsHoldNaN(${shadow})) ${OTHER}`);
      return { text: this.let(`${shadow}.slice()`), holds: true };
    }
    if (inner === undefined) {
      if (storage !== 'number[]') throw new NotStraight();
      this.add(`const ${list} = ${of}.length === 0 ? ${of} : new Array(${of}.length);`);
      this.add(
        `for (let k = 0; k < ${of}.length; k++) { const x = ${shadow}[k]; if (x !== x) ${OTHER} ${list}[k] = x; }`,
      );
      return { text: list, holds: `${of}.length > 0` };
    }
    if (storage !== 'list') throw new NotStraight();
    const [k, flag] = [this.name(), this.name()];
    this.add(`const ${list} = new Array(${of}.length);`);
    this.add(`let ${flag} = false;`);
    this.add(`for (let ${k} = 0; ${k} < ${of}.length; ${k}++) {`);
    const row = this.numbers(inner, this.let(`${of}[${k}]`), this.let(`${shadow}[${k}]`));
    this.add(`if (${row.holds}) ${flag} = true;`);
    this.add(`${list}[${k}] = ${row.text};`);
    this.add('}');
    return { text: `${flag} ? ${list} : ${of}`, holds: flag };
  }

  /** The cotangent made of those of parts, if any of them holds reals. */
  protected together(of: string, parts: readonly Made[], text: string): Made {
    const conditions = [...new Set(parts.map(({ holds }) => holds))];
    if (conditions.includes(true)) return { text, holds: true };
    const holds = conditions.filter((one) => typeof one === 'string').join(' || ');
    if (holds === '') return { text: of, holds: false };
    const flag = this.let(holds);
    return { text: `${flag} ? ${text} : ${of}`, holds: flag };
  }

  /** An instance of the class of an object, of which entry has asked. */
  protected instance(of: string, keys: readonly string[], parts: readonly Made[]): string {
    const [make, prototype] = [`make_${this.name()}`, this.let(`getPrototypeOf(${of})`)];
    this.makers.push(make);
    const fields = keys.map((key, k) => `this[${JSON.stringify(key)}] = a${k};`).join(' ');
    const given = keys.map((_, k) => `a${k}`).join();
    this.add(
      `if (${make} === null) (${make} = function (${given}) { ${fields} }).prototype = ${prototype};`,
    );
    // Fields of another class, those that the prototype has setters for, and those of containers are not written so.
    const isOther = [...keys, ...marks]
      .map((key) => ` || ${JSON.stringify(key)} in ${prototype}`)
      .join('');
    this.add(`if (${make}.prototype !== ${prototype}${isOther}) ${OTHER}`);
    return `new ${make}(${parts.map(({ text }) => text).join()})`;
  }
}

export const literal = (keys: readonly string[], parts: readonly Made[]): string =>
  `{ ${keys.map((key, k) => `${JSON.stringify(key)}: ${parts[k].text}`).join(', ')} }`;
