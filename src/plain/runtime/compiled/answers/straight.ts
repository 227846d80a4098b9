/**
 * Answers small gradients by code that is written for what a function is given: it asks what entry asks and makes the gradient,
 * without lists on the way. Such code is made once the usual way has answered some calls; where it does not answer, the
 * usual way does.
 */
import type { Origin } from '../../../ir/origin.js';
import type { ArrayPools } from '../code/array-pool.js';
import { isSameChoice } from '../entry/entry-inputs.js';
import type { Entry } from '../entry/entry.js';
import { isLeaf } from '../entry/entry-parts.js';
import type { ArrayQuestions } from '../entry/checked.js';
import { checkedBy, givenTo } from '../entry/entry-values.js';
import { straightCode } from '../entry/straight-code.js';
import type { Derivative } from './derivatives.js';
import { zerosOf } from './lane-values.js';
import { floatsHoldNaN } from './no-numbers.js';

export interface ReadyAnswer {
  readonly value: number;
  /** In the shape of what it is taken by. */
  readonly gradient: unknown;
}

type Answering = (
  args: readonly unknown[],
  captures: () => readonly unknown[],
) => ReadyAnswer | null;

/** After so many answers of the usual way code is made, and made anew; tests wait for fewer. */
export const calls = { untilReady: 4 };

/** So often code is made for one choice of arguments. */
const MOST = 6;

/** For so many choices of arguments a function has such code. */
const MOST_WAYS = 4;

const {
  getOwnPropertyDescriptor,
  getOwnPropertyNames,
  getOwnPropertySymbols,
  getPrototypeOf,
  hasOwn,
} = Object;
const { isArray } = Array;

/** The names in a plain object without symbols; none of another one. */
const noNames: readonly string[] = [];
const namesOf = (of: object): readonly string[] =>
  getPrototypeOf(of) === Object.prototype && getOwnPropertySymbols(of).length === 0
    ? getOwnPropertyNames(of)
    : noNames;

// As the language has it, whatever is put in its place; it is called on what is read.
// eslint-disable-next-line @typescript-eslint/unbound-method
const { toString } = Object.prototype;

/**
 * The same of an instance, whose class entry has asked for; none where it is a date or the like that was given the class. Code
 * asks itself whether the class is a container.
 */
const fieldsOf = (of: object): readonly string[] =>
  getOwnPropertySymbols(of).length === 0 &&
  !ArrayBuffer.isView(of) &&
  toString.call(of) === '[object Object]'
    ? getOwnPropertyNames(of)
    : noNames;

/** The functions that the code asks with. */
const helpers = {
  getOwnPropertyDescriptor,
  getOwnPropertyNames,
  getOwnPropertySymbols,
  getPrototypeOf,
  hasOwn,
  iterator: Symbol.iterator,
  isArray,
  isLeaf,
  floatsHoldNaN,
  ofObjects: Object.prototype,
  ofLists: Array.prototype,
  noNames,
  namesOf,
  fieldsOf,
  zerosOf,
  Floats: Float64Array,
  Ints: Int32Array,
};

/** The gradients for one choice of arguments, as far as they are known. */
interface Way {
  readonly wrt: unknown;
  answering: Answering | null;
  /** The number of times that the usual way answered since code was made. */
  usual: number;
  made: number;
}

export class Straight {
  private readonly ways: Way[] = [];
  /** True if there is any such code. */
  isThere = false;

  constructor(
    private readonly origins: readonly Origin[],
    private readonly arrays: ArrayQuestions,
    private readonly entry: Pick<Entry, 'args' | 'captures'>,
    /** Lend room for copies. */
    private readonly pools: ArrayPools,
  ) {}

  /** Null where the usual way has to answer; then nothing has happened. */
  answer(
    args: readonly unknown[],
    wrt: unknown,
    captures: () => readonly unknown[],
  ): ReadyAnswer | null {
    return this.wayBy(wrt)?.answering?.(args, captures) ?? null;
  }

  private wayBy(wrt: unknown): Way | undefined {
    const { ways } = this;
    for (let k = 0; k < ways.length; k++) if (isSameChoice(ways[k].wrt, wrt)) return ways[k];
    return undefined;
  }

  /** Says that the usual way has answered, by code for the gradient with respect to the parameters at some places. */
  learn(
    args: readonly unknown[],
    wrt: unknown,
    places: readonly number[],
    code: () => Derivative,
  ): void {
    let way = this.wayBy(wrt);
    if (way === undefined) {
      if (this.ways.length === MOST_WAYS) return;
      way = {
        wrt: isArray(wrt) ? [...(wrt as unknown[])] : wrt,
        answering: null,
        usual: 0,
        made: 0,
      };
      this.ways.push(way);
    }
    if (way.made === MOST || ++way.usual < calls.untilReady) return;
    way.usual = 0;
    way.made++;
    way.answering = this.written(args, wrt, places, code());
    this.isThere ||= way.answering !== null;
  }

  private written(
    args: readonly unknown[],
    wrt: unknown,
    places: readonly number[],
    { run, alone }: Derivative,
  ): Answering | null {
    if (typeof wrt !== 'number' && !arePositions(wrt)) return null;
    const { origins, arrays, entry, pools } = this;
    const isAlone = alone !== null;
    const found = straightCode(
      origins,
      arrays.methods,
      entry.args,
      entry.captures,
      wrt,
      places,
      args,
      isAlone,
    );
    if (found === null) return null;
    const read = checkedBy(arrays);
    const given = { ...givenTo(origins, arrays), ...helpers, read, run: alone ?? run, pools };
    const kept = found.variables.map((name) => `let ${name} = null;`).join(' ');
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- code that the writer made
    const make = new Function(
      ...Object.keys(given),
      `${kept}\nreturn (args, captures) => {\n${found.body}\n};`,
    ) as (...given: unknown[]) => Answering;
    return make(...Object.values(given));
  }
}

const arePositions = (wrt: unknown): wrt is readonly number[] =>
  Array.isArray(wrt) && wrt.every((one) => typeof one === 'number');
