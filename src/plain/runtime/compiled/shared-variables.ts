/**
 * Variables of modules that several functions of one program have, which assign them or only read them: all are given one
 * parameter. Who shares what is known by what stands for the variables when the program is linked.
 */
import { Builder, value } from '../../ir/build.js';
import { isArray, type Stmt, type Value } from '../../ir/ir.js';
import type { Origin, Tells } from '../../ir/origin.js';
import { NotLinked, type Program } from './fitted.js';
import { Variable } from '../variables-of-modules.js';

interface Shared {
  /** The parameter of the whole program. */
  readonly given: Value;
  /** True if it is one of the function that calls the others: these may not change under it. */
  readonly isOfCaller: boolean;
}

const isVariable = (tells: Tells | undefined): boolean =>
  tells !== undefined && 'variable' in tells;

/** The number of variables that a program assigns. */
export const assigns = ({ origins }: Program): number =>
  origins.filter(({ tells, type }) => isVariable(tells) && isArray(type)).length;

export class SharedVariables {
  private readonly known = new Map<Variable, Shared>();

  /** @param held what the function captures */
  constructor(params: readonly Value[], origins: readonly Origin[], held: readonly unknown[]) {
    origins.forEach(({ of, path, tells }, k) => {
      if (of === 'capture') this.add(params[k], tells, held[path[0]], true);
    });
  }

  add(given: Value, tells: Tells | undefined, held: unknown, isOfCaller = false): void {
    if (isVariable(tells) && held instanceof Variable) this.known.set(held, { given, isOfCaller });
  }

  /**
   * The parameter of the program for one of a function, if it has one; and the parameter that the function has for it.
   *
   * @param reading takes what the function begins with where it reads a variable that others assign
   */
  of(held: unknown, param: Value, reading: Stmt[]): { given: Value; param: Value } | undefined {
    const found = held instanceof Variable ? this.known.get(held) : undefined;
    if (found === undefined) return undefined;
    const { given, isOfCaller } = found;
    if (isArray(given.type) === isArray(param.type)) {
      if (isOfCaller && isArray(given.type)) throw shared(param);
      return { given, param };
    }
    if (isOfCaller || isArray(param.type)) throw shared(param);
    const array = value(param.name, given.type);
    const builder = new Builder();
    const { body } = builder.region([], () => {
      const first = builder.load(array, builder.constant(0));
      const op =
        param.type === 'bool'
          ? ({ tag: 'truthy', args: [first] } as const)
          : ({ tag: 'load', args: [array, builder.constant(0)] } as const);
      builder.add({ tag: 'let', value: param, op });
      return [];
    });
    reading.push(...body);
    return { given, param: array };
  }
}

const shared = ({ name }: Value): NotLinked =>
  new NotLinked(`a function of another module assigns ${name}, which its caller has, too`);
