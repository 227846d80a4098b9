/**
 * A linear map that code computes on numbers, with its transpose. On duals it is a rule, whose derivatives are the map
 * and its transpose again: so it may stand in derivatives of any order. O(map) for each level.
 */
import type { Real, Rule } from '../../../core/real.js';
import { applyRule } from '../../../tape/rules.js';
import { deepestHome } from '../../../tape/with-blocks.js';

type OnNumbers = (xs: readonly number[]) => readonly number[] | Float64Array;

export class LinearMap implements Rule {
  readonly name = 'compiled';

  private constructor(
    private readonly forth: OnNumbers,
    private readonly back: OnNumbers,
  ) {}

  /** A map, and its transpose. */
  static pair(forth: OnNumbers, back: OnNumbers): readonly [LinearMap, LinearMap] {
    return [new LinearMap(forth, back), new LinearMap(back, forth)];
  }

  of(xs: readonly Real[]): readonly Real[] {
    const deepest = deepestHome(xs);
    if (deepest !== undefined) return applyRule(deepest, this, xs);
    return this.forth(xs as readonly number[]) as readonly number[];
  }

  at(xs: readonly Real[]): ReturnType<Rule['at']> {
    const transposed = new LinearMap(this.back, this.forth);
    return {
      values: this.of(xs),
      pullback: (cotangents) => transposed.of(cotangents),
      pushforward: (tangents) => this.of(tangents),
    };
  }
}
