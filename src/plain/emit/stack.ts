/**
 * Where emitted code keeps what its way back needs: numbers in one column, and arrays beside it. A function has both
 * in variables. Where it calls others that keep something, too, they share an object, which is up to date at each
 * call: so functions may call themselves, and a function that is running may be run again.
 */
import { allOf, isArray, statementsIn, type ForStmt, type Func, type Value } from '../ir/ir.js';
import { roomFor } from './room.js';
import type { Text } from './text.js';

/** The functions of a program that keep something, or call one that does. O(size), times the number of functions. */
export function keepingIn(f: Func): ReadonlySet<string> {
  const keeping = new Set<string>();
  for (let before = -1; before < keeping.size;) {
    before = keeping.size;
    for (const { name, region } of allOf(f))
      for (const stmt of statementsIn(region))
        if (keeps(stmt.tag) || (stmt.tag === 'call' && keeping.has(stmt.of))) keeping.add(name);
  }
  return keeping;
}

const keeps = (tag: string): boolean => tag === 'keep' || tag === 'take';

export class Stack {
  /** Whether the function itself keeps something. */
  private readonly isUsed: boolean;
  /** Whether it shares the stack with others. */
  private readonly isShared: boolean;
  /** Whether there is room for what is kept here. */
  private hasRoom = false;

  constructor(
    { region }: Func,
    private readonly isCalled: boolean,
    keeping: ReadonlySet<string>,
    private readonly line: (text: string) => void,
    private readonly column: () => string,
  ) {
    const all = [...statementsIn(region)];
    this.isUsed = all.some(({ tag }) => keeps(tag));
    const hasKeeping = all.some((stmt) => stmt.tag === 'call' && keeping.has(stmt.of));
    this.isShared = isCalled ? this.isUsed || hasKeeping : hasKeeping;
  }

  /** What the function is given first. */
  get params(): readonly string[] {
    return this.isCalled && this.isShared ? ['$stack'] : [];
  }

  begin(): void {
    if (this.isShared && !this.isCalled)
      this.line(`const $stack = { kept: ${this.column()}.borrow(), top: 0, arrays: [] };`);
    if (!this.isUsed) return;
    this.line(`let $kept = ${this.isShared ? '$stack.kept' : `${this.column()}.borrow()`};`);
    this.line(`let $top = ${this.isShared ? '$stack.top' : '0'};`);
    this.line(`const $arrays = ${this.isShared ? '$stack.arrays' : '[]'};`);
  }

  end(): void {
    if (this.isCalled) this.show();
    else if (this.isUsed || this.isShared)
      this.line(`${this.column()}.giveBack(${this.isUsed ? '$kept' : '$stack.kept'});`);
  }

  /** A call of a function that keeps something. */
  around(call: () => void): void {
    this.show();
    call();
    if (this.isUsed) this.line('$kept = $stack.kept, $top = $stack.top;');
  }

  /** Lets others see the stack as it is. */
  private show(): void {
    if (this.isUsed) this.line('$stack.kept = $kept, $stack.top = $top;');
  }

  /** Asks once for the room of what a loop keeps; false if its steps have to ask. */
  makeRoom(loop: ForStmt, textOf: (value: Value) => Text): boolean {
    const size = roomFor(loop, textOf);
    if (size !== null) this.ask(`$top + ${size.text}`, (least) => `Math.ceil(${least})`);
    return size !== null;
  }

  private ask(least: string, whole: (least: string) => string): void {
    this.line(
      `if (${least} > $kept.length) $kept = ${this.column()}.grown($kept, ${whole(least)});`,
    );
  }

  /** A step of a loop for which there is room, or not. */
  step(hasRoom: boolean, fill: () => void): void {
    const around = this.hasRoom;
    this.hasRoom = hasRoom;
    fill();
    this.hasRoom = around;
  }

  keep(values: readonly Value[], textOf: (value: Value) => string): void {
    const numbers = values.filter(({ type }) => !isArray(type));
    const arrays = values.filter(({ type }) => isArray(type));
    if (numbers.length > 0) {
      const size = numbers.length;
      if (!this.hasRoom) this.ask(`$top + ${size}`, (least) => least);
      numbers.forEach((value, k) => {
        const at = k === 0 ? '$top' : `$top + ${k}`;
        const text = textOf(value);
        this.line(`$kept[${at}] = ${value.type === 'bool' ? `${text} ? 1 : 0` : text};`);
      });
      this.line(`$top += ${size};`);
    }
    if (arrays.length > 0) this.line(`$arrays.push(${arrays.map(textOf).join(', ')});`);
  }

  /** @param declare gives a value a variable */
  take(values: readonly Value[], declare: (value: Value) => string): void {
    const numbers = values.filter(({ type }) => !isArray(type));
    const arrays = values.filter(({ type }) => isArray(type));
    for (const value of [...arrays].reverse())
      this.line(`const ${declare(value)} = $arrays.pop();`);
    if (numbers.length === 0) return;
    this.line(`$top -= ${numbers.length};`);
    numbers.forEach((value, k) => {
      const kept = `$kept[${k === 0 ? '$top' : `$top + ${k}`}]`;
      this.line(`const ${declare(value)} = ${kept}${value.type === 'bool' ? ' === 1' : ''};`);
    });
  }
}
