/**
 * The way in for projects that are compiled by Babel: the translator with a selection of files, for
 * Babel 7 and 8. It has to be the first plugin, so that it sees the functions as they were written.
 */
import type { PluginAPI, PluginObject } from '@babel/core';
import translator from '../plugin.js';
import { selector, type Selection } from './selection.js';

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
  const translate = visitor!.Program as (this: unknown, ...args: unknown[]) => void;
  const selecting: PluginObject = {
    ...plugin,
    visitor: {
      Program(program, state) {
        const directives = program.node.directives.map(({ value }) => value.value);
        if (selects(state.filename ?? '', directives)) translate.call(this, program, state);
      },
    },
  };
  return selecting as { visitor: object };
}
