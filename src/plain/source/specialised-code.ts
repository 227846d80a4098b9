/** A function of a module as code: specialised for the values that its types promise, or that are like samples. */
import { Entry } from '../specialise/entry/lifted-values.js';
import { resultOf } from '../specialise/entry/given-back.js';
import type { Machine } from '../specialise/machine/machine.js';
import type { Meanings } from '../specialise/machine/meanings.js';
import { meaningsOf } from '../specialise/meanings-in-programs.js';
import { Search, usual } from '../specialise/tries.js';
import { known, NOTHING, Refusal } from '../specialise/values/abstract.js';
import type { Shape } from '../specialise/values/shapes.js';
import { wholeProgram } from '../specialise/whole-program.js';
import { handsOnHosts } from '../ir/host.js';
import { allOf, statementsIn, type Func } from '../ir/ir.js';
import type { ResultForm } from '../ir/result-form.js';
import type { Part } from './argument-parts.js';
import { exactLibrary } from './exact-library.js';
import { languageNames } from './language-names.js';
import type { NamedFunction } from './module.js';
import type { OwnRows } from './module-rows.js';
import { ModuleValues } from './module-values.js';
import { isOwnLine, type Modules } from './modules.js';
import type { Promised } from './promised-types.js';
import { PromisedValues } from './promised-values.js';

export interface Code {
  readonly func: Func;
  readonly args: readonly Part[];
  /** The variables outside of the function, which follow the arguments. */
  readonly captured: readonly { readonly name: string; readonly part: Part }[];
  readonly result: ResultForm;
}

/** A refusal, and what helps. */
export class NotCode extends Error {
  constructor(
    readonly why: string,
    readonly line: number | undefined,
    readonly instead: string,
  ) {
    super(why);
  }
}

const otherwise = 'write that part in another way';
const limits = { ...usual, statements: 20_000 };

export function codeOf(
  { module, node, name }: NamedFunction,
  types: readonly (readonly [name: string, type: Promised])[],
  modules: Modules,
  rows: OwnRows,
): Code {
  const insteads = new Map<string, string>();
  const begin = () => {
    const entry = new Entry('arrays', 0, [], () => undefined);
    let values: PromisedValues;
    return {
      meanings: (outlined: Parameters<typeof meaningsOf>[2]): Meanings<Machine> => {
        const all = meaningsOf(
          { known: () => undefined, library: exactLibrary() },
          entry,
          outlined,
        );
        return {
          ...all,
          global: (own) => (languageNames.has(own) ? all.global(own) : undefined),
          property: (of, key) => {
            // A constant of the language, such as PI.
            const found = Object.getOwnPropertyDescriptor(of, key)?.value as unknown;
            return typeof found === 'number' ? known(found) : all.property(of, key);
          },
          givenArena: (kind) => values.arenas.get(kind),
          areDistinct: () => false,
        };
      },
      made: (m: Machine, outlined: Parameters<typeof meaningsOf>[2]): Code => {
        const world: ModuleValues = new ModuleValues(m, modules, () => values, rows, insteads);
        values = new PromisedValues(world.prototypeOf);
        const args: Part[] = [];
        let result: ResultForm = null;
        const region = m.b.region([], () => {
          const given = types.map(([own, type]) => {
            const { value, part } = values.of(type, own);
            args.push(part);
            return value;
          });
          const f = world.defined(module, node, name);
          const found = m.meaning.call(m, f, NOTHING, given);
          if (m.isDead) return m.refuse('it throws for all arguments');
          const { shape, leaves } = resultOf(m, found);
          result = formOf(m, shape);
          for (const { cell, before, name: own } of world.captured)
            if (cell.value !== before)
              m.refuse(`the variable ${own} of the module, which the function assigns`);
          return leaves;
        });
        if (entry.params.length > 0) m.refuse('functions of NumPy');
        const given = { ...region, params: values.params };
        const partials = rows.partials;
        const { func } = wholeProgram(m, outlined, given, name, limits, partials);
        if (handsOnHosts(func)) m.refuse('functions of NumPy');
        return { func: withOwnLines(func), args, captured: world.captured, result };
      },
    };
  };
  try {
    return new Search(['arrays'], limits, begin, true).found();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { why, line } = error;
    throw new NotCode(why, line === 0 ? undefined : line, insteads.get(why) ?? otherwise);
  }
}

/** The form of a result, whose leaves are what code yields. */
function formOf(m: Machine, of: Shape): ResultForm {
  let next = 0;
  const form = (shape: Shape): ResultForm => {
    switch (shape.tag) {
      case 'number':
      case 'bool':
        return next++;
      case 'list':
        if (shape.of.tag === 'number' || shape.of.tag === 'list') return next++;
        return m.refuse('a result that is an array of bools, of objects, or of nothing');
      case 'tuple':
        return shape.items.map(form);
      case 'object':
        return Object.fromEntries(shape.slots.map(([key, one]) => [key, form(one)]));
      default:
        return m.refuse('a result that holds something else than numbers');
    }
  };
  return of.tag === 'unset' || (of.tag === 'known' && of.value === undefined) ? null : form(of);
}

/** The lines of other files would mislead. */
function withOwnLines(func: Func): Func {
  for (const { region } of allOf(func))
    for (const stmt of statementsIn(region))
      if ('line' in stmt && stmt.line !== undefined && !isOwnLine(stmt.line))
        delete (stmt as { line?: number }).line;
  return func;
}
