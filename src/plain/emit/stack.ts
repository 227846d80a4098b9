/**
 * Writes what keeps values for the reverse sweep: numbers in one column, and arrays beside it. A function
 * has both in variables. Where it calls others that keep something, too, they share an object, which is up
 * to date at each call: a function whose loops keep nothing asks it where it keeps something, and any other
 * has its variables up to date, too. So functions may call themselves, and a function that is running may be
 * run again. Derivatives of derivatives have several stacks.
 */
import {
  isArray,
  statementsIn,
  type ForStmt,
  type Func,
  type KeepStmt,
  type Region,
  type Value,
} from '../ir/ir.js';
import type { MarkStmtOf } from '../ir/stack-statement.js';
import { isOn } from './keeping.js';
import { keepsIn, roomFor } from './room.js';
import type { Text } from './text.js';

interface Names {
  readonly text: (value: Value) => string;
  /** Gives a value a variable. */
  readonly declare: (value: Value) => string;
}

export class Stack {
  /** True if the function itself keeps something. */
  private readonly isUsed: boolean;
  /** True if it keeps arrays. */
  private readonly hasArrays: boolean;
  /** True if it shares the stack with others. */
  private readonly isShared: boolean;
  /** True if its variables are those of the object only where it keeps something. */
  private readonly isAsking: boolean;
  /** True if there is room for the values that are kept here. */
  private hasRoom = false;
  /** The variables. */
  private readonly stack: string;
  private readonly kept: string;
  private readonly top: string;
  private readonly arrays: string;

  constructor(
    { region }: Func,
    private readonly isCalled: boolean,
    private readonly which: number,
    private readonly keeping: ReadonlySet<string>,
    private readonly line: (text: string) => void,
    private readonly column: () => string,
  ) {
    const suffix = which === 0 ? '' : which;
    this.stack = `$stack${suffix}`;
    this.kept = `$kept${suffix}`;
    this.top = `$top${suffix}`;
    this.arrays = `$arrays${suffix}`;
    const all = [...statementsIn(region)];
    const own = all.filter((stmt) => isOn(stmt, which));
    this.isUsed = own.length > 0;
    this.hasArrays = own.some(
      (stmt) => 'values' in stmt && stmt.values.some(({ type }) => isArray(type)),
    );
    const hasKeeping = all.some((stmt) => stmt.tag === 'call' && keeping.has(stmt.of));
    this.isShared = isCalled ? this.isUsed || hasKeeping : hasKeeping;
    this.isAsking = this.isShared && !keepsInLoops(region, which);
  }

  /** The parameters that the function takes before its own. */
  get params(): readonly string[] {
    return this.isCalled && this.isShared ? [this.stack] : [];
  }

  begin(): void {
    if (this.isShared && !this.isCalled)
      this.line(`const ${this.stack} = { kept: ${this.column()}.borrow(), top: 0, arrays: [] };`);
    if (!this.isUsed) return;
    if (this.isAsking) {
      this.line(`let ${this.kept}, ${this.top};`);
      if (this.hasArrays) this.line(`const ${this.arrays} = ${this.stack}.arrays;`);
      return;
    }
    this.line(
      `let ${this.kept} = ${this.isShared ? `${this.stack}.kept` : `${this.column()}.borrow()`};`,
    );
    this.line(`let ${this.top} = ${this.isShared ? `${this.stack}.top` : '0'};`);
    if (this.hasArrays)
      this.line(`const ${this.arrays} = ${this.isShared ? `${this.stack}.arrays` : '[]'};`);
  }

  end(): void {
    if (this.isCalled) this.show();
    else if (this.isUsed || this.isShared)
      this.line(
        `${this.column()}.giveBack(${this.isUsed && !this.isAsking ? this.kept : `${this.stack}.kept`});`,
      );
  }

  /** The arguments that a function gets before its own if it keeps something here. */
  given = (of: string): readonly string[] => (this.keeping.has(of) ? [this.stack] : []);

  /** A call of a function, which may keep something here. */
  around(of: string, call: () => void): void {
    if (!this.keeping.has(of)) {
      call();
      return;
    }
    this.show();
    call();
    if (!this.isAsking) this.see();
  }

  /** Sees the stack as others left it. */
  private see(): void {
    const { kept, top, stack } = this;
    if (this.isUsed) this.line(`${kept} = ${stack}.kept, ${top} = ${stack}.top;`);
  }

  /** Lets others see the stack as it is. */
  private show(): void {
    const { kept, top, stack } = this;
    if (this.isUsed && !this.isAsking) this.line(`${stack}.kept = ${kept}, ${stack}.top = ${top};`);
  }

  /** Asks once for the room of what a loop keeps; false if its steps have to ask. */
  makeRoom(loop: ForStmt, textOf: (value: Value) => Text): boolean {
    const size = roomFor(loop, textOf, this.which);
    if (size !== null) this.ask(`${this.top} + ${size.text}`, (least) => `Math.ceil(${least})`);
    return size !== null;
  }

  private ask(least: string, whole: (least: string) => string): void {
    const { kept } = this;
    const grown = this.isAsking ? `${this.stack}.kept = ${kept}` : kept;
    this.line(
      `if (${least} > ${kept}.length) ${grown} = ${this.column()}.grown(${kept}, ${whole(least)});`,
    );
  }

  /** Writes a step of a loop, for which there is room or not. */
  step(hasRoom: boolean | undefined, fill: () => void): void {
    const around = this.hasRoom;
    this.hasRoom = hasRoom === true;
    fill();
    this.hasRoom = around;
  }

  write(stmt: KeepStmt | MarkStmtOf<Value>, { text, declare }: Names): void {
    if (stmt.tag === 'keep') this.keep(stmt.values, text);
    else if (stmt.tag === 'take') this.take(stmt.values, declare);
    else if (stmt.tag === 'forget') this.move(`= ${text(stmt.mark)}`);
    else if (stmt.tag === 'mark') {
      if (this.isAsking) this.see();
      this.line(`const ${declare(stmt.mark)} = ${this.top};`);
    }
  }

  private keep(values: readonly Value[], textOf: (value: Value) => string): void {
    const { kept, top } = this;
    const numbers = values.filter(({ type }) => !isArray(type));
    const arrays = values.filter(({ type }) => isArray(type));
    if (numbers.length > 0) {
      const size = numbers.length;
      if (this.isAsking) this.see();
      if (!this.hasRoom) this.ask(`${top} + ${size}`, (least) => least);
      numbers.forEach((value, k) => {
        const at = k === 0 ? top : `${top} + ${k}`;
        const text = textOf(value);
        this.line(`${kept}[${at}] = ${value.type === 'bool' ? `${text} ? 1 : 0` : text};`);
      });
      this.move(`+= ${size}`);
    }
    if (arrays.length > 0) this.line(`${this.arrays}.push(${arrays.map(textOf).join(', ')});`);
  }

  private take(values: readonly Value[], declare: (value: Value) => string): void {
    const { kept, top } = this;
    const numbers = values.filter(({ type }) => !isArray(type));
    const arrays = values.filter(({ type }) => isArray(type));
    for (const value of [...arrays].reverse())
      this.line(`const ${declare(value)} = ${this.arrays}.pop();`);
    if (numbers.length === 0) return;
    if (this.isAsking) this.see();
    this.move(`-= ${numbers.length}`);
    numbers.forEach((value, k) => {
      const place = `${kept}[${k === 0 ? top : `${top} + ${k}`}]`;
      this.line(`const ${declare(value)} = ${place}${value.type === 'bool' ? ' === 1' : ''};`);
    });
  }

  /** Moves the top. */
  private move(by: string): void {
    const { stack, top } = this;
    this.line(`${this.isAsking ? `${stack}.top = ` : ''}${top} ${by};`);
  }
}

/**
 * True if a loop of a region keeps or takes something on a stack. O(size of the region), times the
 * depth of its loops.
 */
const keepsInLoops = (region: Region, which: number): boolean =>
  [...statementsIn(region)].some(
    (stmt) => (stmt.tag === 'for' || stmt.tag === 'while') && keepsIn(stmt.body, which),
  );
