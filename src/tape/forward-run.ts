/**
 * Forward mode (Figs. 3 and 4): each real is paired with its tangent, and nothing is remembered.
 * Memory is constant in the length of the run. Both halves of the pair are reals of the enclosing
 * level, so forward mode nests with itself and with reverse mode.
 */
import { TangentDual } from './tangent-dual.js';
import { forwardPath } from './fast-paths/forward.js';
import { asBlock, blocks, isBlock, type Seen } from '../core/block.js';
import { Run, primalOf, type Operation, type Dual, type Real, type Rule } from '../core/real.js';
import { realProduct, realSum } from '../delta/exact-zero.js';
import { nextLevel, without } from '../core/open-runs.js';
import { fastPaths } from '../core/primitives/fast-paths.js';
import { NestedRun } from './nested-run.js';
import { SecondOrderRun } from './second-order-run.js';
import type { ReverseHost, ReverseRun } from './reverse-run.js';

export class ForwardRun extends Run implements ReverseHost {
  readonly level = nextLevel();

  constructor() {
    super();
    fastPaths.forward = forwardPath;
  }

  reverseInside(): ReverseRun {
    return this.level === 1 ? new SecondOrderRun(this) : new NestedRun();
  }

  dual(primal: Real, tangent: Real): TangentDual {
    return new TangentDual(this, primal, tangent);
  }

  /** The sum of partials times tangents. */
  apply(primitive: Operation, args: readonly Real[]): Real {
    const count = args.length;
    const active = new Array<boolean>(count);
    const primals = new Array<Real>(count);
    for (let k = 0; k < count; k++) {
      const x = args[k];
      active[k] = x instanceof TangentDual && x.run === this;
      primals[k] = active[k] ? (x as TangentDual).primalReal : x;
    }
    const value = primitive.apply(primals);
    const partials = primitive.partials(primals, value, active);
    let tangent: Real = 0;
    for (let k = 0; k < count; k++) {
      if (!active[k]) continue;
      tangent = realSum(tangent, realProduct(partials[k], (args[k] as TangentDual).tangent));
    }
    return this.dual(value, tangent);
  }

  override applyRule(rule: Rule, args: readonly Real[]): Real[] {
    const seen = args.map((x) => this.seen(x));
    return without(this.level, 'aside', () => {
      const { values, pushforward } = rule.at(seen.map(({ primal }) => primal));
      const tangents = pushforward(seen.map(({ dual }) => tangentOf(dual)));
      return values.map((value, k) => this.moving(value, tangents[k]));
    });
  }

  private seen(x: Real): Seen {
    if (isBlock(x)) return blocks.kind!.seenBy(this, asBlock(x));
    const isOwn = x instanceof TangentDual && x.run === this;
    return isOwn ? { primal: x.primalReal, dual: x } : { primal: x, dual: null };
  }

  /** A real or a block with a tangent. */
  moving(primal: Real, tangent: Real): Real {
    return isBlock(primal)
      ? blocks.kind!.moving(this, asBlock(primal), asBlock(tangent))
      : this.dual(primal, tangent);
  }

  primalOf(dual: Dual): Real {
    return (dual as TangentDual).primalReal;
  }

  describe(dual: Dual): string {
    return `tangent ${primalOf((dual as TangentDual).tangent)}`;
  }
}

/** The tangent of an output real, as its run sees it; 0 if it does not depend on the inputs. */
export const tangentOf = (dual: Dual | null): Real =>
  dual === null ? 0 : (dual as TangentDual).tangent;
