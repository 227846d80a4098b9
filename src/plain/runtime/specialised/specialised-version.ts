/** A function that is specialised for the kind of some arguments, with its derivatives as far as they were asked for. */
import { keysOf, positionsOf } from '../../../derivatives/arguments/chosen.js';
import { outputShapeWithBlocks, primalsOf } from '../../../derivatives/output-reals.js';
import type { Wrt } from '../../../derivatives/signatures.js';
import { drawsNumbers, handsOnHosts } from '../../ir/host.js';
import { inputCode, type InputCode } from '../../specialise/entry/input-code.js';
import {
  leaveBehind,
  leavesBehind,
  pendingGradient,
  type Beside,
  type Pending,
  type Positions,
} from '../../specialise/specialised-gradient.js';
import type { Specialised } from '../../specialise/specialised.js';
import { Refusal } from '../../specialise/values/abstract.js';
import { Attempts } from '../compiled/attempts.js';
import { GuardedPoint } from '../compiled/answers/guarded-point.js';
import { Point } from '../compiled/answers/point.js';
import { FunctionAlong } from './function-along.js';
import { ShapedResults } from './shaped-results.js';
import type { Told } from './specialised-within.js';

/** A function along directions, and how it is given its inputs. */
interface Along {
  readonly parts: FunctionAlong;
  readonly inputs: InputCode;
  /** True if it leaves anything behind. */
  readonly leaves: boolean;
}

/** A function at arguments that later calls do not change. */
interface KeptPoint {
  readonly point: Point;
  readonly areActive: readonly boolean[];
}

export class Version {
  private readonly attempts = new Attempts();
  /** By what is named. */
  private readonly gradients = new Map<number | string, Pending | null>();
  private readonly along = new Map<number | string, Along | null>();
  /** The same code by anything, as long as there is no state. */
  private stateless: FunctionAlong | null = null;
  /** So often derivatives agreed with a run, by their kinds. */
  readonly held = new Map<string, number>();

  constructor(private readonly of: Specialised) {}

  get isNested(): boolean {
    return this.of.isNested;
  }

  get draws(): boolean {
    return drawsNumbers(this.of.bare);
  }

  /** The value and the gradient; null where there is no code for the arguments. */
  gradient(self: object, args: readonly unknown[], by: Positions, told: Told): ReturnType<Pending> {
    const key = keyOf(by);
    let code = this.gradients.get(key);
    if (code === undefined)
      this.gradients.set(key, (code = told(() => pendingGradient(this.of, by))));
    return code && this.attempts.attempt(() => code(args, self));
  }

  /** True if it calls functions of arrays, and gives a pair of a number and something else. */
  get hasBeside(): boolean {
    const { bare, result } = this.of;
    const isPair = result.tag === 'tuple' && result.items.length === 2;
    return isPair && result.items[0].tag === 'number' && handsOnHosts(bare);
  }

  /** The value and the gradient of such a function, with what stands beside the number; null where there is no code. */
  gradientBeside(self: object, args: readonly unknown[], by: Positions, told: Told) {
    const key = `beside ${keyOf(by)}`;
    let code = this.gradients.get(key);
    if (code === undefined) {
      const results = new ShapedResults(this.of.result);
      const beside: Beside = (given, run) => {
        const [, tree] = results.tree(given) as readonly unknown[];
        const shape = outputShapeWithBlocks(tree, 'aux');
        return shape.rebuild(primalsOf(run, shape));
      };
      code = told(() => pendingGradient(this.of, by, beside));
      this.gradients.set(key, code);
    }
    return code && this.attempts.attempt(() => code(args, self));
  }

  /**
   * The function at arguments; null where there is no code for these.
   *
   * @param finish is given what leaves behind what the function leaves, once a derivative is there
   */
  at(
    self: object,
    args: readonly unknown[],
    wrt: Wrt,
    told: Told,
    finish: (leave: () => void) => void,
  ): GuardedPoint | null {
    const found = this.pointAt(self, args, wrt, told);
    if (found === null) return null;
    const leave = () => finish(() => leaveBehind(self, args, positionsOf(wrt)));
    const { attempts, draws } = this;
    const { point, code } = found;
    return new GuardedPoint(attempts, point, draws ? [] : null, code.leaves ? leave : null);
  }

  private pointAt(self: object, args: readonly unknown[], wrt: Wrt, told: Told) {
    const key = keyOf(wrt);
    let code = this.along.get(key);
    if (code === undefined) this.along.set(key, (code = told(() => this.alongBy(wrt))));
    const found = code && this.attempts.attempt(() => code.inputs.read(args, self));
    if (found === null) return null;
    const { parts, inputs } = code!;
    const keys = found.order === null ? inputs.keys : null;
    const point = new Point(parts, found.values, inputs.places, keys, found.order);
    return { code: code!, point };
  }

  /**
   * The function at arguments, with arrays of its own for later, and which reals of its result depend on what is named; null where
   * there is no code for these, or what it gives is not its own. The function leaves nothing.
   */
  keptAt(self: object, args: readonly unknown[], wrt: Wrt, told: Told): KeptPoint | null {
    const found = this.of.isOwn ? this.pointAt(self, args, wrt, told) : null;
    if (found === null) return null;
    const { parts, inputs } = found.code;
    return this.attempts.attempt(() => {
      const point = found.point.kept(true);
      if (!point.givesNew()) return null;
      const areActive = parts.results.areIn(point.found, parts.activeBy(inputs.places));
      return { point, areActive };
    });
  }

  private alongBy(wrt: Wrt): Along {
    const { of } = this;
    const { bare, leftIn, params, reader, forms } = of;
    const positions = positionsOf(wrt);
    if (handsOnHosts(bare))
      throw new Refusal('arrays of NumPy, in another derivative than a gradient', undefined);
    const leaves = leavesBehind(of, positions);
    if (leaves && this.draws)
      throw new Refusal('random numbers beside something that is left behind', undefined);
    if (keysOf(wrt) !== null && leftIn.includes(0))
      throw new Refusal('an argument is written whose entries are inputs', undefined);
    const hasState = params.some(({ kept }) => kept !== 'no');
    const parts = hasState
      ? new FunctionAlong(of, positions)
      : (this.stateless ??= new FunctionAlong(of, []));
    return { parts, inputs: inputCode(reader, forms, params.length, wrt), leaves };
  }

  /** Why there is no derivative; null if none is known to be missing. */
  obstacle(wrt: Wrt): string | null {
    const code = this.along.get(keyOf(wrt));
    return code ? code.parts.derivatives.obstacle(code.inputs.places) : null;
  }
}

const keyOf = (wrt: Wrt): number | string => (typeof wrt === 'number' ? wrt : JSON.stringify(wrt));
