/**
 * The cotangents of numbers, while the reverse sweep is written: one value for each number at the place that
 * is being written. A loop carries the cotangents of the numbers around it that are used inside.
 */
import type { Builder } from '../../ir/build.js';
import { baptise, value } from '../../ir/build.js';
import type { Region, Value } from '../../ir/ir.js';

/** The name of the cotangent of what has a name: x̄, as Griewank and Walther write it. */
export const barOf = (name: string): string => (name === '' ? '' : `${name}Bar`);

/** The name of the tangent of what has a name: ẋ. */
export const dotOf = (name: string): string => (name === '' ? '' : `${name}Dot`);

export interface Scope {
  /**
   * The kind of scope. `apart` knows no cotangents of what is around it: its reverse sweep follows it
   * at once.
   */
  readonly kind: 'top' | 'branch' | 'body' | 'apart';
  readonly region: Region;
  readonly around: Scope | null;
  readonly cotangents: Map<Value, Value>;
  /** The values from around it that a loop carries. */
  readonly carried: { readonly of: Value; readonly param: Value }[];
}

export const scopeOf = (kind: Scope['kind'], region: Region, around: Scope | null): Scope => ({
  kind,
  region,
  around,
  cotangents: new Map(),
  carried: [],
});

export class Cotangents {
  constructor(
    private readonly builder: Builder,
    private readonly homeOf: (of: Value) => Region,
  ) {}

  /** The cotangent at this place, or undefined while it is 0. */
  of(scope: Scope, of: Value): Value | undefined {
    const known = scope.cotangents.get(of);
    if (known !== undefined || scope.around === null || scope.kind === 'apart') return known;
    if (this.homeOf(of) === scope.region) return undefined;
    if (scope.kind === 'branch') return this.of(scope.around, of);
    const param = value(barOf(of.name), 'f64');
    scope.carried.push({ of, param });
    scope.cotangents.set(of, param);
    return param;
  }

  add(scope: Scope, to: Value, share: Value): void {
    const before = this.of(scope, to);
    if (before === undefined) baptise(share, barOf(to.name));
    const sum =
      before === undefined ? share : this.builder.prim('add', [before, share], barOf(to.name));
    scope.cotangents.set(to, sum);
  }

  /** The cotangent as a value. */
  orZero = (scope: Scope, of: Value): Value => this.of(scope, of) ?? this.builder.constant(0);
}
