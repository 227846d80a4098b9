/** Derivatives at arguments, for callers that can do without: where there is none, a run answers. */
import { drawingFrom, forgetDrawn, leaveDrawn } from '../../random-numbers.js';
import type { HeldLoop } from '../../../../functions/translated-functions.js';
import type { Vector } from './lane-values.js';
import type { Point, Pushed } from './point.js';
import type { Expanded } from './series-code.js';

interface Attempts {
  /** Returns the result of compiled code; null where it leaves, or is not tried any more. */
  readonly attempt: <T>(work: () => T | null) => T | null;
}

/** A compiled function at arguments. Where code leaves, or there is none, a derivative is null. */
export class GuardedPoint {
  /**
   * @param drawn the random numbers that it has drawn; null if it draws none
   * @param isKept whether no run follows where it answers
   */
  constructor(
    private readonly of: Attempts,
    private readonly point: Point,
    private readonly drawn: number[] | null,
    private readonly isKept = false,
  ) {}

  private attempt<T>(work: () => T | null): T | null {
    const { drawn } = this;
    if (drawn === null) return this.of.attempt(work);
    const found = drawingFrom(drawn, () => this.of.attempt(work));
    if (this.isKept && found !== null) forgetDrawn();
    return found;
  }

  /** A run is to do the same once more. */
  again(): void {
    if (this.drawn !== null) leaveDrawn(this.drawn);
  }

  get width(): number {
    return this.point.width;
  }

  kept(isPulled: boolean): AnyPoint | null {
    const kept = this.attempt(() => this.point.kept(isPulled));
    return kept && new GuardedPoint(this.of, kept, this.drawn, true);
  }

  /** A loop; null where there is no code for it. */
  held(args: readonly unknown[]): HeldLoop | null {
    const held = this.attempt(() => this.point.held(args));
    return (
      held && {
        value: held.value,
        pullInto: (arrays, cotangent) => this.attempt(() => held.pullInto(arrays, cotangent)),
      }
    );
  }

  get writes(): boolean {
    return this.point.writes;
  }

  /** The keys of the objects that derivatives are taken by; null if any hides something. */
  get keys(): Point['keys'] {
    return this.point.keys;
  }

  get leavesAny(): boolean {
    return this.point.leavesAny;
  }

  finish(): void {
    if (this.drawn !== null) forgetDrawn();
    this.point.finish();
  }

  structure(): object | null {
    return this.attempt(() => this.point.structure);
  }

  /** The number of reals that the function gives. */
  height(): number | null {
    return this.attempt(() => this.point.height);
  }

  /** The value; it costs nothing after a derivative of a function that gives numbers. */
  value(): { readonly tree: unknown } | null {
    return this.attempt(() => ({ tree: this.point.value }));
  }

  pushed(directions: readonly Vector[]): Pushed | null {
    return this.attempt(() => this.point.pushed(directions));
  }

  pulled(cotangents: readonly Vector[]): readonly Float64Array[] | null {
    return this.attempt(() => this.point.pulled(cotangents));
  }

  products(directions: readonly Vector[]): readonly Float64Array[] | null {
    return this.attempt(() => this.point.products(directions));
  }

  series(order: number, scale: number): Expanded | null {
    return this.attempt(() => this.point.series(order, scale));
  }
}

/** The interface of a point, for others that stand in its place. */
export type AnyPoint = Pick<GuardedPoint, keyof GuardedPoint>;
