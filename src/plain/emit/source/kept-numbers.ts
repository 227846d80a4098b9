/**
 * Writes what keeps values for the reverse sweep: numbers in one array with an index, arrays by reference in
 * a list for each type.
 */
import { isArray, type ForStmt, type Value } from '../../ir/ir.js';
import { roomFor } from '../room.js';
import { binary, level, variable, type Text } from '../text.js';
import type { Helper } from './helpers.js';
import type { Scopes } from './scopes.js';
import { typescriptOf } from './typescript.js';

/** A stack that keeps numbers and arrays for the reverse sweep. */
export interface Keeping {
  /** The lines at the start of the function. */
  start(): string[];
  /** Asks once for the room of what a loop keeps; false if its steps have to ask. */
  makeRoom(loop: ForStmt): boolean;
  /** A step of a loop for which there is room, or not. */
  step(hasRoom: boolean, fill: () => void): void;
  keep(values: readonly Value[]): void;
  take(values: readonly Value[]): void;
}

export interface KeepingTools {
  readonly line: (text: string) => void;
  readonly declare: (value: Value) => string;
  readonly text: (value: Value) => Text;
  /** The text of a value where arrays may not be readonly. */
  readonly assigned: (value: Value) => Text;
  readonly isUsed: (value: Value) => boolean;
  readonly element: (array: Text, index: Text) => Text;
  readonly helper: (name: Helper) => string;
  readonly scopes: Scopes;
}

/** Keeps what no other function sees: numbers in a variable with an index. */
export class KeptNumbers implements Keeping {
  private keepsNumbers = false;
  /** True if there is room for the values that are kept here. */
  private hasRoom = false;
  /** The lists, by the types of the arrays in them. */
  private readonly lists = new Map<string, string>();
  private readonly kept: Text;
  private readonly top: string;

  constructor(private readonly tools: KeepingTools) {
    this.kept = variable(tools.scopes.reserved('kept'));
    this.top = tools.scopes.reserved('top');
  }

  start(): string[] {
    const lists = [...this.lists].map(([type, name]) => `  const ${name}: ${type}[] = [];`);
    if (!this.keepsNumbers) return lists;
    const column = this.tools.helper('column');
    return [`  let ${this.kept.text} = ${column};`, `  let ${this.top} = 0;`, ...lists];
  }

  private listOf(value: Value): string {
    const type = typescriptOf(value.type);
    const name = this.lists.get(type) ?? this.tools.scopes.reserved('keptArrays');
    this.lists.set(type, name);
    return name;
  }

  private place = (k: number): string => {
    const at = k === 0 ? this.top : `${this.top} + ${k}`;
    return this.tools.element(this.kept, variable(at)).text;
  };

  makeRoom(loop: ForStmt): boolean {
    const size = roomFor(loop, this.tools.text);
    if (size !== null) this.ask(binary('+', level.sum, variable(this.top), size).text);
    return size !== null;
  }

  private ask(size: string): void {
    this.keepsNumbers = true;
    const { text: kept } = this.kept;
    this.tools.line(`${kept} = ${this.tools.helper('withRoom')}(${kept}, ${size});`);
  }

  step(hasRoom: boolean, fill: () => void): void {
    const around = this.hasRoom;
    this.hasRoom = hasRoom;
    fill();
    this.hasRoom = around;
  }

  keep(values: readonly Value[]): void {
    const { line, text, assigned } = this.tools;
    const numbers = values.filter(({ type }) => !isArray(type));
    const arrays = values.filter(({ type }) => isArray(type));
    if (numbers.length > 0) {
      this.keepsNumbers = true;
      const size = numbers.length;
      if (!this.hasRoom) this.ask(`${this.top} + ${size}`);
      numbers.forEach((value, k) => {
        const held = text(value).text;
        const place =
          size === 1 ? `${this.kept.text}[${this.top}++]` : this.place(k).replace(/!$/, '');
        line(`${place} = ${value.type === 'bool' ? `${held} ? 1 : 0` : held};`);
      });
      if (size > 1) line(`${this.top} += ${size};`);
    }
    for (const value of arrays) line(`${this.listOf(value)}.push(${assigned(value).text});`);
  }

  take(values: readonly Value[]): void {
    const { line, declare, element, isUsed } = this.tools;
    const numbers = values.filter(({ type }) => !isArray(type));
    const arrays = values.filter(({ type }) => isArray(type));
    for (const value of [...arrays].reverse()) {
      const taken = `${this.listOf(value)}.pop()`;
      line(isUsed(value) ? `const ${declare(value)} = ${taken}!;` : `${taken};`);
    }
    if (numbers.length === 0) return;
    this.keepsNumbers = true;
    const single = numbers.length === 1;
    if (single && !isUsed(numbers[0])) {
      line(`${this.top}--;`);
      return;
    }
    if (!single) line(`${this.top} -= ${numbers.length};`);
    numbers.forEach((value, k) => {
      if (!isUsed(value)) return;
      const place = single ? element(this.kept, variable(`--${this.top}`)).text : this.place(k);
      line(`const ${declare(value)} = ${place}${value.type === 'bool' ? ' === 1' : ''};`);
    });
  }
}
