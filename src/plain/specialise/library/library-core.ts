/**
 * The library as core. The build puts a module in the place of this one that has the packed core (scripts/library-core.js), so
 * that what runs needs no Babel.
 */
import type { types as t } from '../../front/syntax.js';
import type { Fn } from '../../core/core.js';
import { programOf } from '../../core/desugar.js';
import { parseSync } from '../../../vendor/babel.js';
import { libraryText } from './library-text.js';

let made: Fn | null = null;

/** The functions of the library, in a program that declares them. */
export function libraryCore(): Fn {
  const settings = { configFile: false, babelrc: false, sourceType: 'script' } as const;
  made ??= programOf((parseSync(libraryText, settings) as t.File).program, []);
  return made;
}
