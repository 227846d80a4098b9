/** A function that is specialised for the kind of some arguments, with its derivatives as far as they were asked for. */
import type { Wrt } from '../../../derivatives/signatures.js';
import { drawsNumbers, handsOnHosts } from '../../ir/host.js';
import { improved } from '../../improve/improved.js';
import { inputCode, type InputCode } from '../../specialise/entry/input-code.js';
import {
  pendingGradient,
  type Pending,
  type Positions,
} from '../../specialise/specialised-gradient.js';
import type { Specialised } from '../../specialise/specialised.js';
import { Refusal } from '../../specialise/values/abstract.js';
import { Attempts } from '../compiled/attempts.js';
import { Derivatives } from '../compiled/answers/derivatives.js';
import type { FunctionParts } from '../compiled/answers/function-parts.js';
import { GuardedPoint } from '../compiled/answers/guarded-point.js';
import { Point } from '../compiled/answers/point.js';
import { SeriesOf } from '../compiled/answers/series-code.js';
import { Structures } from '../compiled/answers/structures.js';
import { ShapedResults } from './shaped-results.js';
import type { Told } from './specialised-within.js';

export class Version implements FunctionParts {
  readonly derivatives: Derivatives;
  readonly isNested: boolean;
  readonly structures: Structures;
  readonly results: ShapedResults;
  readonly series: SeriesOf;
  readonly types: FunctionParts['types'];
  private readonly attempts = new Attempts();
  /** By what is named. */
  private readonly gradients = new Map<number | string, Pending | null>();
  private readonly inputs = new Map<number | string, InputCode | null>();
  /** So often derivatives agreed with a run, by their kinds. */
  readonly held = new Map<string, number>();

  constructor(private readonly of: Specialised) {
    const func = improved(of.func);
    this.derivatives = new Derivatives(func);
    this.isNested = of.isNested;
    this.structures = new Structures(func);
    this.results = new ShapedResults(of.result);
    this.series = new SeriesOf(func, this.results);
    this.types = of.params.map(({ value }) => value.type);
  }

  /** The value and the gradient; null where there is no code for the arguments. */
  gradient(args: readonly unknown[], by: Positions, told: Told): ReturnType<Pending> {
    const key = keyOf(by);
    let code = this.gradients.get(key);
    if (code === undefined)
      this.gradients.set(key, (code = told(() => pendingGradient(this.of, by))));
    return code && this.attempts.attempt(() => code(args));
  }

  /** The function at arguments; null where there is no code for these. */
  at(args: readonly unknown[], wrt: Wrt, told: Told): GuardedPoint | null {
    const key = keyOf(wrt);
    let code = this.inputs.get(key);
    if (code === undefined) {
      const { reader, forms, params } = this.of;
      code = told(() => {
        this.insistOnPure();
        return inputCode(reader, forms, params.length, wrt);
      });
      this.inputs.set(key, code);
    }
    if (code === null) return null;
    const { read, places, keys } = code;
    const found = this.attempts.attempt(() => read(args));
    if (found === null) return null;
    const { values, order } = found;
    const point = new Point(this, values, places, order === null ? keys : null, order);
    return new GuardedPoint(this.attempts, point, null);
  }

  /** Refuses functions that write into what they are given, that keep state, or draw numbers: gradients alone treat these. */
  private insistOnPure(): void {
    const { func, left, params, isLeftByProgram } = this.of;
    const isKept = params.some(({ kept, isCopied }) => kept !== 'no' || isCopied);
    if (left.length > 0 || isLeftByProgram || isKept)
      throw new Refusal('state that is written, in another derivative than a gradient', undefined);
    if (drawsNumbers(func))
      throw new Refusal('random numbers, in another derivative than a gradient', undefined);
    if (handsOnHosts(func))
      throw new Refusal('arrays of NumPy, in another derivative than a gradient', undefined);
  }

  /** Why there is no derivative; null if none is known to be missing. */
  obstacle(wrt: Wrt): string | null {
    const places = this.inputs.get(keyOf(wrt))?.places;
    return places ? this.derivatives.obstacle(places) : null;
  }
}

const keyOf = (wrt: Wrt): number | string => (typeof wrt === 'number' ? wrt : JSON.stringify(wrt));
