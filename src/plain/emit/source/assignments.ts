/** Assignments to variables and elements. */
import type { Value } from '../../ir/ir.js';
import { moveAll } from '../moves.js';
import type { Places } from '../places.js';
import { variable, type Text } from '../text.js';
import { flagType } from './typescript.js';
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
    const text = this.variables.assigned(value).text;
    if (op?.tag === 'prim' && compound[op.row] !== undefined && this.places.isInline(value)) {
      const [first, second] = op.args.map((arg) => this.variables.text(arg));
      if (first.text === target && text !== target)
        return `${target} ${compound[op.row]}= ${second.text};`;
    }
    return `${target} = ${text};`;
  }

  all(variables: readonly Text[], values: readonly Value[]): void {
    const moves = variables.map(({ text }, k) => ({
      to: text,
      value: this.variables.assigned(values[k]),
      of: values[k],
    }));
    moveAll(moves, {
      assign: ({ to, of }) => this.line(this.one(to, of)),
      wait: ({ to, value, of }) => {
        const later = variable(this.variables.scopes.fresh(`next_${to}`));
        this.line(`const ${later.text}${flagType(of.type)} = ${value.text};`);
        this.variables.rename(of, later);
        return { to, value: later, of };
      },
    });
  }
}
