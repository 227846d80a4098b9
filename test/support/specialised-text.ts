/** Functions given as text in the numeric language, as the specialiser makes them. */
import type { types } from '@babel/core';
import { baptise } from '../../src/plain/ir/build.js';
import type { Func } from '../../src/plain/ir/ir.js';
import { specialise } from '../../src/plain/specialise/specialised.js';
import { writtenOut } from '../../src/plain/specialise/machine/loops.js';
import { Refusal } from '../../src/plain/specialise/values/abstract.js';
import { parseSync } from '../../src/vendor/babel.js';
import { program } from './known-programs.js';
import { load } from './plain.js';
import { parameterNames, sampleArguments } from './sampled-arguments.js';

/** A function of a text in the numeric language, or why there is none. */
export type Made =
  | { readonly tag: 'made'; readonly func: Func }
  | { readonly tag: 'refused'; readonly reason: { readonly what: string; readonly line?: number } };

/** Texts of tests may be long. */
const limits = { steps: 1_000_000, statements: 100_000 };

/** A module as a script; of imports only those of the library are known. */
const asScript = (text: string): string =>
  text
    .replaceAll(/^export (?=function|const|let|class)/gm, '')
    .replaceAll(/^import (\{[^}]*\}) from ('delta-tape');?/gm, 'const $1 = require($2);');

/** Specialises the function of a name for arguments as its types tell of. Loops stay loops, for the passes behind. */
export function specialisedText(text: string, name = 'f'): Made {
  const { program: syntax } = parseSync(text, {
    configFile: false,
    babelrc: false,
    sourceType: 'unambiguous',
    parserOpts: { plugins: ['typescript'] },
  }) as types.File;
  const args = sampleArguments(syntax, name);
  const f = load<Record<string, object>>(`${asScript(text)}\nexports.${name} = ${name};`)[name];
  const { atMost } = writtenOut;
  writtenOut.atMost = -1;
  try {
    const { bare, params } = specialise(program, f, args, [...args.keys()], limits, true);
    const names = parameterNames(syntax, name);
    for (const { value, argument } of params) baptise(value, names[argument] ?? '');
    return { tag: 'made', func: bare };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { why: what, line } = error;
    return { tag: 'refused', reason: { what, ...(line !== undefined && { line }) } };
  } finally {
    writtenOut.atMost = atMost;
  }
}
