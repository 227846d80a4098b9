/**
 * Gradients for lengths that come often. A function that is mostly given arrays of the same few elements gets code for
 * these lengths, once it has run long enough that making this code pays: loops over them are written out, and small arrays
 * are variables. The code asks for the lengths first. All else, and what comes before, is answered by the code for any length.
 * Both may add up slopes in different orders, so each reproducible task begins to wait anew.
 */
import { writtenParams } from '../../../analyse/written-params.js';
import { workOf } from '../../../analyse/work.js';
import { forLengths } from '../../../improve/for-lengths.js';
import { hasStmt } from '../../../improve/mapped.js';
import { reproducible, unlearned } from '../../../../functions/reproducible.js';
import { usesHost } from '../../../ir/host.js';
import { isArray, type Func } from '../../../ir/ir.js';
import { largestIn, plainOf, type Plain } from './run-code.js';

/** So many statements run before code is made, as work.ts estimates them; tests wait for fewer. */
export const effort = { untilMade: 5e7 };

/** Arrays of more elements may have any length. */
const LONGEST = 256;
/** So often calls may have other lengths than those that are waited for, and so often code is made. */
const OTHERS = 64;
const MOST = 4;
/** For so many lengths code is remembered. */
const MOST_REMEMBERED = 16;
/** A call is taken to run so many statements where nothing is known. */
const USUAL = 1000;
/** The most statements of a gradient for some lengths. */
const LARGEST = 1500;

/** By the places of arrays: their lengths, or -1 for any; and in how many calls code is made for them. */
interface Awaited {
  readonly lengths: readonly number[];
  readonly calls: number;
}

class Waiting {
  private tries = 0;
  private made = 0;
  private lengths: readonly number[] = [];
  private readonly remembered = new Map<string, Plain | null>();

  constructor(
    private readonly func: Func,
    readonly places: readonly number[],
    private readonly code: (known: Func) => Func | null,
  ) {}

  private known: ReturnType<typeof workOf> | null = null;

  /** The lengths to wait for from now on; null for none. */
  readonly next = (args: readonly unknown[]): Awaited | null => {
    const lengths = this.places.map((place) => {
      const { length } = args[place] as ArrayLike<unknown>;
      return length <= LONGEST ? length : -1;
    });
    this.lengths = lengths;
    if (++this.tries > OTHERS || this.made === MOST || lengths.every((n) => n < 0)) return null;
    this.known ??= workOf(this.func);
    const work = this.known((place) => args[place]) || USUAL;
    return { lengths, calls: Math.ceil(effort.untilMade / work) };
  };

  forget(): void {
    this.tries = 0;
    this.made = 0;
  }

  readonly make = (): Plain | null => {
    this.made++;
    const { remembered } = this;
    const key = this.lengths.join();
    let found = remembered.get(key);
    if (found === undefined) {
      found = this.makeNow();
      if (remembered.size === MOST_REMEMBERED) remembered.delete([...remembered.keys()][0]);
      remembered.set(key, found);
    }
    return found;
  };

  private makeNow(): Plain | null {
    const { params } = this.func.region;
    const known = this.places.flatMap((place, k) =>
      this.lengths[k] < 0 ? [] : [[params[place], this.lengths[k]] as const],
    );
    const whole = forLengths(this.func, new Map(known));
    const made = whole && this.code(whole);
    return made === null || largestIn(made) > LARGEST ? null : plainOf(made);
  }
}

/** Asks for lengths in place: to call by a list of arguments would take longer than small gradients do. */
function asking(usual: Plain, count: number, waiting: Waiting): Plain {
  const args = Array.from({ length: count }, (_, k) => `a${k}`).join(', ');
  const lengths = waiting.places.map((place) => `n${place}`).join(', ');
  const areThese = waiting.places.map((k) => `(n${k} === -1 || a${k}.length === n${k})`);
  const text = `
    let task = null, isOver = false, left = 0, made = null, others = 0, ${lengths};
    const begin = (args) => {
      const next = waiting.next(args);
      if (next === null) isOver = true;
      else [${lengths}] = next.lengths, left = next.calls, made = null, others = 0;
    };
    return (${args}) => {
      if (reproducible.task !== task) {
        task = reproducible.task, isOver = task === unlearned, left = 0, made = null, others = 0;
        [${lengths}] = [];
        waiting.forget();
      }
      if (isOver) return usual(${args});
      if (!(${areThese.join(' && ')})) {
        if (made !== null && ++others <= ${OTHERS}) return usual(${args});
        begin([${args}]);
        if (isOver) return usual(${args});
      }
      if (made === null && --left < 0) isOver = (made = waiting.make()) === null;
      return (made ?? usual)(${args});
    };`;
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the text above
  const make = new Function('usual', 'waiting', 'reproducible', 'unlearned', text) as (
    ...given: [Plain, Waiting, typeof reproducible, typeof unlearned]
  ) => Plain;
  return make(usual, waiting, reproducible, unlearned);
}

/**
 * @param usual the gradient for any lengths
 * @param count how many arguments it takes; the first are those of the function
 * @param code makes the gradient of a function that has the same parameters
 */
export function byUsualLengths(
  usual: Plain,
  count: number,
  func: Func,
  code: (known: Func) => Func | null,
): Plain {
  const places = func.region.params.flatMap(({ type }, place) => (isArray(type) ? [place] : []));
  // What is written is put back by the code for any length.
  if (places.length === 0 || !hasStmt(func, 'for') || usesHost(func)) return usual;
  if (writtenParams(func).length > 0) return usual;
  return asking(usual, count, new Waiting(func, places, code));
}
