/** Derivatives as source: stand-alone TypeScript that imports nothing. */
import { invalidOption } from '../../errors/errors.js';
import { insistOnOptions } from '../../errors/options.js';
import { versionsOf } from '../../functions/translated-functions.js';
import { declared, sourceOf } from '../../functional/read-source.js';
import { NotStandAlone } from '../emit/source/expressions.js';
import { helperNames, needed, type Helper } from '../emit/source/helpers.js';
import { notAFunction } from '../errors.js';
import type { Reason } from '../lower/syntax/refusal.js';
import { notAsSource } from './errors.js';
import { SourceFile } from './file.js';
import { functionalGradient } from './functional-program.js';
import { gradientText, pullbackText } from './gradient.js';
import { addJacobian } from './jacobian.js';
import { functionByName, moduleOf, type NamedFunction } from './module.js';
import { kinds, type GradientSourceOptions, type SourceKind } from './options.js';
import { Subject } from './subject.js';
import { productText, tangentText } from './tangent.js';

export type { GradientSourceOptions, SourceKind };

/**
 * The gradient of a function, or another derivative, as TypeScript that stands alone: it imports nothing,
 * compiles in strict mode, has the bits of the library's compiled derivative (which may add slopes in
 * another order), and can be read beside the function. Give it the text of the module and the name of the
 * function, or a function whose own text is enough. The text exports one function with the same parameters,
 * whose name ends in `Gradient`, `Jvp`, `Vjp`, `Hvp` or `Jacobian`. It returns the value and the derivative.
 * Functions that it calls are written into the file, or inlined. Variables outside of the function that are
 * not constant are further parameters. The cotangent of x is called xBar, its tangent xDot.
 *
 * The code throws a RangeError where it has no derivative: at a `throw` of the function, where an array is
 * written that has no element there, and where the derivative is NaN. An array that is given twice counts as
 * two. The text takes O(size of the function with what it calls).
 *
 * A program that calls the operators of `delta-tape/functional` gets its gradient as such a program, by the rules of
 * Huot and Shaikhha: it imports the same operators, and writes into nothing. It may be a translated function.
 *
 * @throws DeltaTapeError if there is no such function, or if it does not lower to the numeric tier.
 * @example
 * gradientSource('const square = (x: number) => x * x;').includes('x + x') // true
 */
export function gradientSource(
  source: string | ((...args: never[]) => unknown),
  options: GradientSourceOptions = {},
): string {
  insistOnOptions('gradientSource', options, {
    ...{ name: true, filename: true, modules: true, kind: true, wrt: true, plan: true },
    ...{ exactZeros: true, cost: true, noUncheckedIndexedAccess: true },
  });
  const { filename = 'module.ts', kind = 'gradient' } = options;
  if (!kinds.includes(kind)) throw invalidOption('kind', `one of ${kinds.join(', ')}`, kind);
  if (kind === 'hvp' && options.exactZeros === true)
    throw invalidOption('exactZeros', 'left out for the kind hvp', true);
  if (typeof source === 'function' && versionsOf(source) !== undefined) {
    const text = functionalGradient(sourceOf(source), source.name, options);
    if (text !== null) return text;
  }
  const text = typeof source === 'string' ? source : textOf(source, kind);
  const found = functionByName(moduleOf(text, filename), options.name);
  const known = declared(found.module.program.node);
  const functional = functionalGradient({ node: found.node, known }, found.name, options);
  if (functional !== null) return functional;
  const file = written(found, options, helperNames);
  return (file.isCramped ? written(found, options, needed(file.used)) : file).text();
}

/** @param helpers those that it may need */
function written(
  found: NamedFunction,
  options: GradientSourceOptions,
  helpers: readonly Helper[],
): SourceFile {
  const file = new SourceFile(new Subject(found, options), helpers);
  try {
    add[options.kind ?? 'gradient'](file);
  } catch (error) {
    if (!(error instanceof NotStandAlone)) throw error;
    throw file.subject.refused(
      `${error.row} is a function of the library, and the file imports nothing`,
      'write it with functions of Math',
    );
  }
  return file;
}

/** The functions that add a derivative to a file. */
const add: Readonly<Record<SourceKind, (file: SourceFile) => void>> = {
  gradient: (file) => file.add(gradientText(file)),
  jvp: (file) => file.add(tangentText(file)),
  vjp: (file) => file.add(pullbackText(file)),
  hvp: (file) => file.add(productText(file)),
  jacobian: addJacobian,
};

/** A function alone, as a module. */
function textOf(f: (...args: never[]) => unknown, kind: SourceKind): string {
  if (typeof f !== 'function') throw notAFunction('gradientSource', f);
  if (versionsOf(f) !== undefined) throw notAsSource(kind, f.name, translated);
  return `const ${f.name === '' ? 'f' : f.name} = ${String(f)};`;
}

const translated: Reason = {
  what: 'it is translated, which leaves nothing of its types',
  instead: 'give the text of its module, and the option name',
  line: undefined,
};
