/**
 * The way in for projects that are compiled by Babel: the translator with a selection of files, for
 * Babel 7 and 8. It has to be the first plugin, so that it sees the functions as they were written.
 */
import type { NodePath, PluginAPI, PluginObject, types } from '@babel/core';
import translator from '../plugin.js';
import { explainOverflow, watchingStack } from './babel-stack.js';
import type { Selection } from './options.js';
import { selector } from './selection.js';

const isModuleSyntax = ({ type }: types.Statement): boolean =>
  type === 'ImportDeclaration' || type.startsWith('Export');

/**
 * Babel takes every file for a module unless it is told otherwise, but what other compilers made
 * before may be CommonJS already, and nothing makes a `require` of an import after that.
 */
const isCommonjs = ({ node, scope }: NodePath<types.Program>): boolean =>
  !node.body.some(isModuleSyntax) &&
  ['require', 'exports', 'module'].some((name) => scope.hasGlobal(name));

/**
 * The plugin of Babel, to be named as `'delta-tape/babel'`.
 *
 * @throws DeltaTapeError if the options are others than `include` and `exclude`.
 */
export default function babel(
  api: object,
  options: Selection,
  folder: string,
): { readonly visitor: object } {
  const selects = selector(options, folder);
  const { visitor, ...plugin }: PluginObject = translator(api as PluginAPI);
  const { visitor: requiring }: PluginObject = translator(api as PluginAPI, { runtime: 'require' });
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
