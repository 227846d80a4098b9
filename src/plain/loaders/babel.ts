/**
 * The plugin for projects that are compiled by Babel 7 or 8: the translator with a selection of files. Name it
 * as the first plugin, so that it sees the functions as they were written.
 */
import type { NodePath, PluginAPI, PluginObject, types } from '@babel/core';
import translator from '../plugin.js';
import { explainOverflow, watchingStack } from './babel-stack.js';
import type { Selection } from './options.js';
import { programModules } from './program-modules.js';
import { directivesOf, selectorIn } from './selection.js';

const isModuleSyntax = ({ type }: types.Statement): boolean =>
  type === 'ImportDeclaration' || type.startsWith('Export');

/**
 * True if a file is CommonJS. Babel takes every file for a module unless it is told otherwise. Yet
 * another compiler may have made CommonJS of a file before, and then nothing turns an import into a
 * `require`.
 */
const isCommonjs = ({ node, scope }: NodePath<types.Program>): boolean =>
  !node.body.some(isModuleSyntax) &&
  ['require', 'exports', 'module'].some((name) => scope.hasGlobal(name));

/**
 * The plugin of Babel. Name it `'delta-tape/babel'`.
 *
 * @throws DeltaTapeError if there are options other than `include` and `exclude`.
 */
export default function babel(
  api: object,
  options: Selection,
  folder: string,
): { readonly visitor: object } {
  const selects = selectorIn(folder, options);
  const isTranslated = (file: string, code: string) => selects(file, directivesOf(code));
  const { read: modules } = programModules(isTranslated);
  const { visitor, ...plugin }: PluginObject = translator(api as PluginAPI, {
    modules,
    keepsTexts: true,
  });
  const { visitor: requiring }: PluginObject = translator(api as PluginAPI, {
    runtime: 'require',
    keepsTexts: true,
  });
  type Translate = (this: unknown, ...args: unknown[]) => void;
  const selecting: PluginObject = {
    ...plugin,
    ...watchingStack(api as PluginAPI),
    visitor: {
      Program(program, state) {
        const directives = program.node.directives.map(({ value }) => value.value);
        if (!selects(state.filename ?? '', directives)) return;
        const { Program } = isCommonjs(program) ? requiring! : visitor!;
        explainOverflow(undefined, () => (Program as Translate).call(this, program, state));
      },
    },
  };
  return selecting as { visitor: object };
}
