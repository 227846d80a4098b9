/** Assignments to variables and elements. */
import type { Value } from '../../ir/ir.js';
import type { Places } from '../places.js';
import { variable, type Text } from '../text.js';
import type { Variables } from './variables.js';

const compound: Readonly<Record<string, string | undefined>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
};

export class Assignments {
  constructor(
    private readonly variables: Variables,
    private readonly places: Places,
    private readonly line: (text: string) => void,
  ) {}

  /** `target = value`, shorter where the value is the target with something done to it. */
  one(target: string, value: Value): string {
    const op = this.variables.opOf(value);
    const text = this.variables.text(value).text;
    if (op?.tag === 'prim' && compound[op.row] !== undefined && this.places.isInline(value)) {
      const [first, second] = op.args.map((arg) => this.variables.text(arg));
      if (first.text === target && text !== target)
        return `${target} ${compound[op.row]}= ${second.text};`;
    }
    return `${target} = ${text};`;
  }

  /** Assigns to several variables at once: none is overwritten while a later value still reads it. */
  all(variables: readonly Text[], values: readonly Value[]): void {
    let left = variables
      .map(({ text }, k) => ({ text, value: values[k], held: this.variables.text(values[k]) }))
      .filter(({ text, held }) => text !== held.text);
    while (left.length > 0) {
      const isRead = (name: string) =>
        left.some(({ text, held }) => text !== name && held.reads.has(name));
      const next = left.find(({ text }) => !isRead(text));
      if (next !== undefined) {
        this.line(this.one(next.text, next.value));
        left = left.filter((other) => other !== next);
      } else {
        const [{ text, value, held }, ...others] = left;
        const later = variable(this.variables.scopes.fresh(`next_${text}`));
        this.line(`const ${later.text} = ${held.text};`);
        this.variables.rename(value, later);
        left = [...others, { text, value, held: later }];
      }
    }
  }
}
