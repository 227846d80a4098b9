/** Functions given as text: lowered, interpreted, emitted, and their adjoints, for the tests of the numeric tier. */
import type { NodePath, types } from '@babel/core';
import { adjoint, type AdjointOptions } from '../../src/plain/differentiate/adjoint/adjoint.js';
import { lanes } from '../../src/plain/differentiate/beside/lanes.js';
import { tangent } from '../../src/plain/differentiate/beside/tangent.js';
import { emit } from '../../src/plain/emit/javascript.js';
import { collect, type Facts } from '../../src/plain/front/facts.js';
import type { Expression, FunctionNode } from '../../src/plain/front/syntax.js';
import { TablePartials } from '../../src/plain/front/table-partials.js';
import { interpret } from '../../src/plain/ir/interpret.js';
import type { Func } from '../../src/plain/ir/ir.js';
import { verify } from '../../src/plain/ir/verify.js';
import { lower } from '../../src/plain/lower/lower.js';
import type { Lowered } from '../../src/plain/lower/names/lowered-function.js';
import { partialsOf } from '../../src/plain/lower/derivatives/partials-as-code.js';
import { linked } from '../../src/plain/runtime/compiled/code/linked.js';
import { improved } from '../../src/plain/improve/improved.js';
import { parseSync, transformSync, typescript } from '../../src/vendor/babel.js';

const settings = { configFile: false, babelrc: false, compact: false } as const;

export function factsOf(text: string): Facts {
  let found: Facts | undefined;
  const look = {
    visitor: {
      Program(path: NodePath<types.Program>) {
        found = collect(path);
      },
    },
  };
  transformSync(text, {
    ...settings,
    sourceType: 'unambiguous',
    parserOpts: { plugins: ['typescript'] },
    plugins: [() => look],
  });
  return found!;
}

export const functionsOf = (facts: Facts): ReadonlyMap<string, FunctionNode> =>
  new Map(
    [...facts.uses.keys()].flatMap((f) =>
      'id' in f && f.id != null ? [[f.id.name, f] as const] : [],
    ),
  );

/** Lowers the function of a name. */
export function loweredText(text: string, name = 'f'): Lowered {
  const facts = factsOf(text);
  return lower(facts, functionsOf(facts).get(name)!, name);
}

/** The function of a name in the language; an error if it does not lower. */
export function funcOf(text: string, name = 'f'): Func {
  const lowered = loweredText(text, name);
  if (lowered.tag === 'refused') {
    const { what, line } = lowered.reason;
    throw new Error(`line ${line}: ${what}`);
  }
  return lowered.func;
}

const parse = (text: string): Expression => {
  const file = parseSync(text, { ...settings })!;
  return (file.program.body[0] as types.ExpressionStatement).expression;
};
export const partials = partialsOf(new TablePartials(parse));

/** The function as it is written, without its types. */
export function source(text: string, name = 'f'): (...args: unknown[]) => unknown {
  const { code } = transformSync(text, {
    ...settings,
    filename: 'program.ts',
    plugins: [typescript],
  })!;
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
  const make = new Function(`${code!.replace(/^export /gm, '')}\nreturn ${name};`) as () => unknown;
  return make() as () => unknown;
}

/** Emitted code as a function. */
export const compiled = (f: Func): ((...args: unknown[]) => unknown) => linked(emit(f));

export { adjoint, emit, improved, interpret, lanes, tangent, verify, type AdjointOptions };
