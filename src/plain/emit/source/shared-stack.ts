/** A stack for all functions of a file, with its helpers `keep` and `take`; arrays are in a list for each type. */
import { isArray, type Value } from '../../ir/ir.js';
import type { Program } from './called.js';
import type { Helper } from './helpers.js';
import type { Keeping, KeepingTools } from './kept-numbers.js';
import { typescriptOf } from './typescript.js';

/** The helpers of the stacks. Third derivatives have the third. */
export const stackHelpers = [
  { stack: 'stack', keep: 'keep', room: 'room', take: 'take' },
  { stack: 'stack2', keep: 'keep2', room: 'room2', take: 'take2' },
  { stack: 'stack3', keep: 'keep3', room: 'room3', take: 'take3' },
] as const satisfies readonly Readonly<Record<string, Helper>>[];

/** More numbers than these ask for room once. */
const FEW = 3;

export class SharedStack implements Keeping {
  constructor(
    private readonly which: number,
    private readonly listOf: Program['listOf'],
    private readonly tools: KeepingTools,
  ) {}

  /** The function that is called first makes it empty. */
  start(): string[] {
    return [];
  }

  /** Each number asks for room. */
  makeRoom(): boolean {
    return false;
  }

  step(_: boolean, fill: () => void): void {
    fill();
  }

  private list = (value: Value): string => this.listOf(typescriptOf(value.type));

  keep(values: readonly Value[]): void {
    const { line, assigned } = this.tools;
    const numbers = values.filter(({ type }) => !isArray(type));
    for (const value of values)
      if (isArray(value.type)) line(`${this.list(value)}.push(${assigned(value).text});`);
    const texts = numbers.map((value) => {
      const { text } = assigned(value);
      return value.type === 'bool' ? `${text} ? 1 : 0` : text;
    });
    const { keep, room, stack } = stackHelpers[this.which];
    const { helper, scopes } = this.tools;
    if (texts.length <= FEW) texts.forEach((text) => line(`${helper(keep)}(${text});`));
    else {
      const at = scopes.fresh('at');
      line(`const ${at} = ${helper(room)}(${texts.length});`);
      const numbersOf = `${helper(stack)}.numbers`;
      texts.forEach((text, k) => line(`${numbersOf}[${k === 0 ? at : `${at} + ${k}`}] = ${text};`));
    }
  }

  take(values: readonly Value[]): void {
    const { line, declare, isUsed } = this.tools;
    for (const value of [...values].reverse()) {
      const taken = isArray(value.type) ? `${this.list(value)}.pop()` : this.number(value);
      const sure = isArray(value.type) ? '!' : '';
      line(isUsed(value) ? `const ${declare(value)} = ${taken}${sure};` : `${taken};`);
    }
  }

  private number({ type }: Value): string {
    const taken = `${this.tools.helper(stackHelpers[this.which].take)}()`;
    return type === 'bool' ? `${taken} === 1` : taken;
  }
}
