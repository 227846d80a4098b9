/**
 * Makes the text of a translated function from the text of a function. The lines stay those of the original.
 * O(length of the text).
 */
import { transformFromAstSync, types as t } from '../../vendor/babel.js';
import plugin, { type Translated } from '../plugin.js';
import { parsedFunction, standingAlone, type FunctionText } from './function-text.js';

/** Everything that is needed to make a function anew. This is data, which can be sent to a thread. */
interface RebuildOrder {
  readonly written: FunctionText;
  /** The captured variables that the caller gives. */
  readonly given: readonly string[];
  /** The variables that mean the function itself. */
  readonly itself: readonly string[];
  /** Names that are taken. */
  readonly taken: ReadonlySet<string>;
}

/**
 * The text of a function. Its arguments are an object of the given variables, and functions of the runtime; its
 * result is the new function.
 */
export interface RebuiltText {
  readonly code: string;
  /** The names of those functions. */
  readonly runtime: readonly string[];
}

/** A name that is not taken. */
function unused(name: string, taken: ReadonlySet<string>): string {
  let result = name;
  while (taken.has(result)) result += '_';
  return result;
}

/**
 * True if the function can be held by a constant of its own name, because nothing else in it has that
 * name.
 */
const isUsable = (name: string, taken: ReadonlySet<string>): boolean =>
  t.isValidIdentifier(name) && name !== 'eval' && name !== 'arguments' && !taken.has(name);

const constant = (id: t.Identifier | t.ObjectPattern, value: t.Expression): t.Statement =>
  t.variableDeclaration('const', [t.variableDeclarator(id, value)]);

export function rebuiltText({ written, given, itself, taken }: RebuildOrder): RebuiltText {
  const found = parsedFunction(written)!;
  const { expression, file } = standingAlone({ ...found, node: found.node as t.Function });
  const ownName = isUsable(written.name, taken) ? written.name : undefined;
  const name = itself[0] ?? ownName ?? unused('translated', taken);
  const captured = unused('captured', new Set([...taken, name]));
  const variables = given.map((variable) => {
    const id = t.identifier(variable);
    return t.objectProperty(id, id, false, true);
  });
  file.program.body = [
    ...(given.length > 0 ? [constant(t.objectPattern(variables), t.identifier(captured))] : []),
    constant(t.identifier(name), expression),
    ...itself.slice(1).map((alias) => constant(t.identifier(alias), t.identifier(name))),
  ];
  const result = transformFromAstSync(file, found.code, {
    configFile: false,
    babelrc: false,
    cloneInputAst: false,
    retainLines: true,
    plugins: [[plugin, { runtime: 'free', keepsTexts: true }]],
  })!;
  const { names } = (result.metadata as unknown as { deltaTape: Translated }).deltaTape;
  const params = [captured, ...Object.keys(names)].join(', ');
  const strict = found.sourceType === 'script' ? '' : '"use strict"; ';
  return {
    code: `(function (${params}) { ${strict}${result.code}\nreturn ${name};\n})\n//# sourceURL=plain/${ownName ?? 'function'}.js`,
    runtime: Object.values(names),
  };
}
