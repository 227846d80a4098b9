/** A file of derivatives: the names at its top, the helpers that it needs, and its text. */
import { helperNames, helperTexts, type Helper } from '../emit/source/helpers.js';
import { Scopes } from '../emit/source/scopes.js';
import { stackHelpers } from '../emit/source/shared-stack.js';
import { wordOf } from './options.js';
import { costTable } from '../improve/cost.js';
import type { Subject } from './subject.js';

export class SourceFile {
  readonly used = new Set<Helper>();
  /** The names of helpers here: a name that the user has is not taken. */
  private readonly names: ReadonlyMap<Helper, string>;
  private readonly functions: string[] = [];
  /** The functions that others call, by their names. */
  readonly called = new Map<string, string>();
  readonly functionNames = new Set<string>();
  /** The lists of arrays that are kept, by the types of these. */
  private readonly lists = new Map<string, string>();

  /** @param helpers those that it may need, whose names variables do not have */
  constructor(
    readonly subject: Subject,
    private readonly helpers: readonly Helper[],
  ) {
    const { parameters, signatures, name } = subject;
    const taken = new Set([name, ...signatures.names, ...parameters.map((one) => one.name)]);
    this.names = new Map(
      helperNames.map((helper) => [helper, taken.has(helper) ? `${helper}OfTape` : helper]),
    );
    for (const row of subject.rows.names)
      this.functionNames.add(this.programNames().fresh(row.slice(1)));
  }

  /** Returns the name of a helper, which becomes part of the file. */
  helper = (helper: Helper): string => {
    this.used.add(helper);
    return this.names.get(helper)!;
  };

  /** The names of a function of the file that has these parameters. */
  scopes(parameters: readonly string[] = []): Scopes {
    return new Scopes([...this.ownNames, ...this.functionNames, ...parameters]);
  }

  /** The names that the file gives to its own functions. */
  private get ownNames(): string[] {
    const own = ['Value', 'Gradient', 'Jvp', 'Vjp', 'Hvp', 'Jacobian'];
    const functions = own.map((ending) => this.subject.name + ending);
    const helpers = this.helpers.map((helper) => this.names.get(helper)!);
    return [...helpers, ...functions, ...this.lists.values()];
  }

  /** The names for the functions of a program, which may be those of another program, too. */
  programNames = (): Scopes => new Scopes([...this.ownNames, ...this.subject.signatures.names]);

  /** A name that no function has. */
  freshName = (like: string): string => this.scopes().fresh(like);

  /** Statements that empty what is kept. */
  emptied = (): string[] => [
    ...stackHelpers
      .filter(({ keep, room }) => this.used.has(keep) || this.used.has(room))
      .map(({ stack }) => `${this.helper(stack)}.top = 0;`),
    ...[...this.lists.values()].map((list) => `${list}.length = 0;`),
  ];

  /** A list for arrays of a type that are kept. */
  listOf = (type: string): string => {
    const known = this.lists.get(type);
    if (known !== undefined) return known;
    const name = this.freshName('keptArrays');
    this.lists.set(type, name);
    return name;
  };

  /** The declarations of types at its top. */
  get declarations(): readonly string[] {
    return this.subject.signatures.declarations();
  }

  add(text: string): void {
    this.functions.push(text);
  }

  /** True if variables would have other names if the file had no more helpers than it needs. */
  get isCramped(): boolean {
    return this.helpers.some((helper) => !this.used.has(helper) && this.subject.hasName(helper));
  }

  text(): string {
    const { name, options } = this.subject;
    const { filename, kind = 'gradient', cost = false } = options;
    const parts = [
      `// The ${wordOf(kind)} of ${name}${filename === undefined ? '' : ` in ${filename}`}, written by delta-tape.`,
      ...this.declarations,
      ...this.functions,
      ...this.called.values(),
      ...[...this.lists].map(
        ([type, name]) =>
          `/** Arrays that are kept for the reverse sweep. */\nconst ${name}: ${type}[] = [];`,
      ),
      ...helperTexts(this.used, this.names),
    ];
    if (cost) parts.splice(1, 0, this.costs());
    return `${parts.join('\n\n')}\n`;
  }

  /** The costs that the passes save. */
  private costs(): string {
    const lines = costTable(this.subject.costs).map((line) => `//   ${line}`.trimEnd());
    return ['// Its cost, where each loop has n steps:', ...lines].join('\n');
  }
}
