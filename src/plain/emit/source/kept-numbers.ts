/** What is kept for the way back: numbers in one array with an index, arrays by reference in a list for each type. */
import { isArray, type Value } from '../../ir/ir.js';
import { literal, variable, type Text } from '../text.js';
import type { Helper } from './helpers.js';
import { typescriptOf } from './types.js';

interface Tools {
  readonly line: (text: string) => void;
  readonly declare: (value: Value) => string;
  readonly text: (value: Value) => Text;
  readonly element: (array: Text, index: Text) => Text;
  readonly helper: (name: Helper) => string;
}

const kept = variable('kept');

export class KeptNumbers {
  private keepsNumbers = false;
  /** The lists, by the types of the arrays in them. */
  private readonly lists = new Map<string, string>();

  constructor(private readonly tools: Tools) {}

  /** What stands at the start of the function. */
  start(): string[] {
    const lists = [...this.lists].map(([type, name]) => `  const ${name}: ${type}[] = [];`);
    if (!this.keepsNumbers) return lists;
    return [`  let kept = ${this.tools.helper('column')};`, '  let top = 0;', ...lists];
  }

  private listOf(value: Value): string {
    const type = typescriptOf(value.type);
    const name =
      this.lists.get(type) ?? `keptArrays${this.lists.size === 0 ? '' : this.lists.size + 1}`;
    this.lists.set(type, name);
    return name;
  }

  private place = (k: number): string =>
    this.tools.element(kept, k === 0 ? variable('top') : { ...literal(0), text: `top + ${k}` })
      .text;

  keep(values: readonly Value[]): void {
    const { line, text, helper } = this.tools;
    const numbers = values.filter(({ type }) => !isArray(type));
    const arrays = values.filter(({ type }) => isArray(type));
    if (numbers.length > 0) {
      this.keepsNumbers = true;
      const size = numbers.length;
      line(`if (top + ${size} > kept.length) kept = ${helper('longer')}(kept);`);
      numbers.forEach((value, k) => {
        const held = text(value).text;
        const place = numbers.length === 1 ? 'kept[top++]' : this.place(k).replace(/!$/, '');
        line(`${place} = ${value.type === 'bool' ? `${held} ? 1 : 0` : held};`);
      });
      if (size > 1) line(`top += ${size};`);
    }
    for (const value of arrays) line(`${this.listOf(value)}.push(${text(value).text});`);
  }

  take(values: readonly Value[]): void {
    const { line, declare, element } = this.tools;
    const numbers = values.filter(({ type }) => !isArray(type));
    const arrays = values.filter(({ type }) => isArray(type));
    for (const value of [...arrays].reverse()) {
      const list = this.listOf(value);
      line(`const ${declare(value)} = ${list}.pop()!;`);
    }
    if (numbers.length === 0) return;
    this.keepsNumbers = true;
    const single = numbers.length === 1;
    if (!single) line(`top -= ${numbers.length};`);
    numbers.forEach((value, k) => {
      const place = single ? element(kept, { ...literal(0), text: '--top' }).text : this.place(k);
      line(`const ${declare(value)} = ${place}${value.type === 'bool' ? ' === 1' : ''};`);
    });
  }
}
