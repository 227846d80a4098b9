/** A file of derivatives: the names at its top, the helpers that it needs, and its text. */
import { helperNames, helperTexts, type Helper } from '../emit/source/helpers.js';
import { Scopes } from '../emit/source/scopes.js';
import { wordOf } from './options.js';
import { costTable } from '../improve/cost.js';
import type { Subject } from './subject.js';

export class SourceFile {
  private readonly used = new Set<Helper>();
  /** What helpers are called here: a name that the user has is not taken. */
  private readonly names: ReadonlyMap<Helper, string>;
  private readonly functions: string[] = [];

  constructor(readonly subject: Subject) {
    const { parameters, signatures, name } = subject;
    const taken = new Set([name, ...signatures.names, ...parameters.map((one) => one.name)]);
    this.names = new Map(
      helperNames.map((helper) => [helper, taken.has(helper) ? `${helper}OfTape` : helper]),
    );
  }

  /** What calls a helper, which becomes part of the file. */
  helper = (helper: Helper): string => {
    this.used.add(helper);
    return this.names.get(helper)!;
  };

  /** The names of a function of the file. */
  scopes(): Scopes {
    const { subject } = this;
    const parameters = subject.parameters.map(({ name }) => name);
    const own = ['Value', 'Gradient', 'Jvp', 'Vjp', 'Hvp', 'Jacobian'];
    const functions = own.map((ending) => subject.name + ending);
    return new Scopes([...this.names.values(), ...functions, ...parameters]);
  }

  /** The declarations of types at its top. */
  get declarations(): readonly string[] {
    return this.subject.signatures.declarations();
  }

  add(text: string): void {
    this.functions.push(text);
  }

  text(): string {
    const { name, options } = this.subject;
    const { filename, kind = 'gradient', cost = false } = options;
    const parts = [
      `// The ${wordOf(kind)} of ${name}${filename === undefined ? '' : ` in ${filename}`}, written by delta-tape.`,
      ...this.declarations,
      ...this.functions,
      ...helperTexts(this.used, this.names),
    ];
    if (cost) parts.splice(1, 0, this.costs());
    return `${parts.join('\n\n')}\n`;
  }

  /** What the passes save. */
  private costs(): string {
    const lines = costTable(this.subject.costs).map((line) => `//   ${line}`.trimEnd());
    return ['// Its cost, where each loop has n steps:', ...lines].join('\n');
  }
}
