/**
 * Reads the modules around a file, and writes what a module hands out to those that are compiled
 * together with it.
 */
import type { PluginPass } from '@babel/core';
import { needsCompiler } from '../errors.js';
import { beyondBabel } from '../front/beyond-babel.js';
import type { Facts } from '../front/facts.js';
import type { NodePath, types, Types } from '../front/syntax.js';
import { givenInBundles, valuesIn } from '../joined/given-by-modules.js';
import type { Babel, ReadModule } from '../joined/read-modules.js';
import { markOf } from '../joined/text-mark.js';
import { keptFields } from '../lower/syntax/kept-fields.js';
import { isAssignedLater } from '../lower/syntax/module-variables.js';
import type { AddedNames } from './added-names.js';
import { keptAsWritten } from './class-bindings.js';
import { handingOut, remembering, type Variable } from './far-names.js';

/** A file, and how the modules around it are read. */
export interface Place {
  readonly file: types.File;
  readonly filename: string;
  readonly text: string;
  readonly read: ReadModule;
  readonly babel: Babel;
}

export interface Host {
  readonly types: Types;
  parseSync(code: string, options: object): types.File | null;
  traverse(file: types.Node, visitor: object): void;
}

/**
 * The functions that parse and walk modules around a file. What is not what Babel takes it for is
 * refused.
 */
const babelBy = (api: Host): Babel => ({
  parse(text, filename) {
    const file = api.parseSync(text, {
      ...{ babelrc: false, configFile: false, filename, sourceType: 'unambiguous' },
      parserOpts: { plugins: parserPlugins(filename) },
    })!;
    const found = beyondBabel(file.program, api.types, true);
    if (found !== undefined) throw needsCompiler(found.construct, found.line);
    return file;
  },
  traverse: (file, visitor) => api.traverse(file, visitor),
});

const parserPlugins = (filename: string): string[] => [
  'decorators-legacy',
  ...(/\.[cm]?tsx?$/.test(filename) ? ['typescript'] : []),
  ...(/\.[jt]sx$/.test(filename) ? ['jsx'] : []),
];

/** Null where nothing is read: a script, a module of CommonJS, or a loader that cannot. */
export function placeOf(
  api: Host,
  read: ReadModule | undefined,
  { file, filename }: PluginPass,
): Place | null {
  const isModule = file.ast.program.sourceType === 'module';
  if (read === undefined || filename == null || !isModule) return null;
  return { file: file.ast, filename, text: file.code, read, babel: babelBy(api) };
}

/** Returns a function that makes a module hand out its declarations, if it exports anything. */
export function handingOutOf(
  t: Types,
  program: NodePath<types.Program>,
  facts: Facts,
  names: AddedNames,
  { text }: Place,
  isSmall: boolean,
): (() => void) | undefined {
  if (!program.node.body.some(({ type }) => type.startsWith('Export'))) return undefined;
  const all = [...(isSmall ? givenInBundles(program) : valuesIn(program))];
  if (all.length === 0) return undefined;
  const asWritten = all.flatMap(
    (name) => keptAsWritten(facts, name, program.scope.getBinding(name)) ?? [],
  );
  const { bindings } = program.scope;
  const variables = all.flatMap((name): Variable[] => {
    if (!(name in bindings)) return [];
    const fields = [...(keptFields(bindings[name])?.keys() ?? [])];
    return isAssignedLater(bindings[name]) ? [[name]] : fields.map((field) => [name, field]);
  });
  const made = handingOut(t, names, markOf(text), all, variables);
  return () => {
    remembering(t, names, program, asWritten);
    program.node.body.push(made);
  };
}
