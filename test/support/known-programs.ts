/** Modules whose functions say what they are, for specialising. */
import { knownCore } from '../../src/plain/runtime/attached-cores.js';
import { libraryCore } from '../../src/plain/specialise/library/library-core.js';
import type { Program } from '../../src/plain/specialise/meanings-in-programs.js';
import { load } from './plain.js';

export const program: Program = { known: knownCore, library: libraryCore() };

/** Loads a module and returns its exports. */
export function loaded<T>(source: string): T {
  const exported = [...source.matchAll(/^export (?:function|const|let|class) ([\w$]+)/gm)].map(
    ([, name]) => `exports.${name} = ${name};`,
  );
  const text = source.replaceAll(/^export (?=function|const|let|class)/gm, '');
  return load<T>(`${text}\n${exported.join(' ')}`);
}
