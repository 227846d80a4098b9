/** Fig. 9 as a translator: a plain function as the paper's monadic program. */
import { generate, types as t } from '../../vendor/babel.js';
import { versionsOf } from '../../functions/translated-functions.js';
import { insistOnOptions } from '../../errors/options.js';
import { notAFunction } from '../errors.js';
import { bare, boundIdentifiers } from '../front/syntax.js';
import { functionByName, moduleOf, type NamedFunction } from '../source/module.js';
import { notAsMonadic, Outside, translatedAlready } from './errors.js';
import { MonadicTranslator } from './statements.js';
import { runsSomething } from './translator.js';
import { kindsFor } from './whole-numbers.js';

export interface MonadicSourceOptions {
  /** The function, by its name at the top of the text. It may be left out if there is only one. */
  readonly name?: string;
  /** The file of the text, for the first line of the result. */
  readonly filename?: string;
}

/**
 * A plain function as a monadic program in do-notation of `delta-tape/monad` (Fig. 9 of Krawiec et al.):
 * TypeScript that can be read beside the figure, and that runs. It gives the bits of the function, and the
 * Let-bindings that an engine makes of it where each operation has its own. Give it the text of a module
 * and the name of the function, or a function whose own text is enough. What it uses of the module comes
 * with it.
 *
 * Functions, closures, recursion, objects, arrays, `map`, `reduce`, `Array.from`, conditions and loops are
 * translated. Numbers that are not reals, such as counters, stay as they are. O(size of the text).
 *
 * @throws DeltaTapeError if there is no such function, or for a construct outside of these, with its line.
 * @example
 * monadicSource('const f = (x: number) => x * x;').includes('f = (x: MReal) => mul(x, x);') // true
 */
export function monadicSource(
  source: string | ((...args: never[]) => unknown),
  options: MonadicSourceOptions = {},
): string {
  insistOnOptions('monadicSource', options, { name: true, filename: true });
  const text = typeof source === 'string' ? source : textOf(source);
  const { filename = 'module.ts' } = options;
  const found = functionByName(moduleOf(text, filename), options.name);
  try {
    return written(found, options.filename);
  } catch (error) {
    if (error instanceof Outside) throw notAsMonadic(found.name, error);
    throw error;
  }
}

/** A function alone, as a module. */
function textOf(f: (...args: never[]) => unknown): string {
  if (typeof f !== 'function') throw notAFunction('monadicSource', f);
  if (versionsOf(f) !== undefined) throw translatedAlready(f.name);
  return `const ${f.name === '' ? 'f' : f.name} = ${String(f)};`;
}

/** A declaration at the top of a module, without its export. */
const declarationIn = (statement: t.Statement): t.Statement => {
  if (t.isExportNamedDeclaration(statement) && statement.declaration != null)
    return statement.declaration;
  return t.isExportDefaultDeclaration(statement) && t.isStatement(statement.declaration)
    ? statement.declaration
    : statement;
};

function written(found: NamedFunction, filename: string | undefined): string {
  const { name, node, module } = found;
  const by = new MonadicTranslator(kindsFor(module.facts, node));
  const statements = module.program.node.body.map(declarationIn);
  const own = statements.findIndex((one) => holds(one, node));
  if (own < 0) throw new Outside(node, 'it is a member', 'give it a name at the top of the text');
  const made = new Map<number, t.Statement>();
  const open = [own];
  for (let k = open.pop(); k !== undefined; k = open.pop()) {
    if (made.has(k)) continue;
    made.set(k, atTop(by, statements[k]));
    statements.forEach((one, other) => {
      if (isMentioned(by, one)) open.push(other);
    });
  }
  const parts = [...made]
    .sort(([a], [b]) => a - b)
    .map(
      ([k, one]) =>
        generate(k === own ? t.exportNamedDeclaration(one as t.FunctionDeclaration) : one).code,
    );
  const of = filename === undefined ? name : `${name} in ${filename}`;
  return `// ${of} as a monadic program, written by delta-tape.\n${[by.head(), ...parts].join('\n\n')}\n`;
}

/** True if a statement declares a function by its name. */
const holds = (statement: t.Statement, node: t.Node): boolean =>
  statement === node ||
  (statement.type === 'VariableDeclaration' &&
    statement.declarations.some(({ init }) => init != null && bare(init) === node));

const namesOf = (statement: t.Statement): string[] =>
  statement.type === 'VariableDeclaration'
    ? boundIdentifiers(
        t,
        statement.declarations.map(({ id }) => id),
      ).map(({ name }) => name)
    : 'id' in statement && statement.id != null
      ? [(statement.id as t.Identifier).name]
      : [];

function isMentioned(by: MonadicTranslator, statement: t.Statement): boolean {
  const names = namesOf(statement);
  if (/^TS(TypeAlias|Interface|Enum)Declaration$/.test(statement.type))
    return names.some((name) => by.mentionedTypes.has(name));
  return [...by.mentioned].some(
    ({ scope, identifier }) => scope.path.isProgram() && names.includes(identifier.name),
  );
}

function atTop(by: MonadicTranslator, statement: t.Statement): t.Statement {
  const made = by.statement(statement);
  if (runsSomething(made))
    throw new Outside(
      statement,
      'the module computes it when it is loaded',
      'write its value down, or compute it in the function',
    );
  return made;
}
