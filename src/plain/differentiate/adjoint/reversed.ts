/** Turns a counting loop round for the reverse sweep. */
import type { Builder } from '../../ir/build.js';
import type { ForStmt, Value } from '../../ir/ir.js';

interface Tools {
  readonly builder: Builder;
  /** A value of the augmented primal, in the reverse sweep. */
  readonly need: (of: Value) => Value;
  readonly constantOf: (of: Value) => number | undefined;
  /** True if a number is whole and small, whatever the arguments. */
  readonly isCount: (of: Value) => boolean;
}

export interface Range {
  readonly from: Value;
  readonly to: Value;
  readonly step: Value;
  readonly by: ForStmt['by'];
}

/** The steps of a loop in the opposite order. Its start and its step are whole. */
export function reversed(stmt: ForStmt, { builder, need, constantOf, isCount }: Tools): Range {
  const { from, to, step, by, go, end } = stmt;
  const isUp = by === 'lt' || by === 'le';
  const one = isUp ? 1 : -1;
  const steps = constantOf(step);
  const range = (first: Value, back: Value): Range => ({
    from: first,
    to: need(from),
    step: back,
    by: isUp ? 'ge' : 'le',
  });
  if (steps === one && go === undefined && isCount(to)) {
    const isInside = by === 'le' || by === 'ge';
    const last = isInside ? need(to) : builder.prim('sub', [need(to), builder.constant(one)]);
    return range(last, builder.constant(-one));
  }
  const last = builder.prim('sub', [need(end), need(step)]);
  if (steps !== undefined && steps * one > 0) return range(last, builder.constant(-steps));
  // A loop that ends has no step in the wrong direction, unless it has no step at all.
  const none = builder.prim('sub', [need(from), builder.constant(one)]);
  const some = builder.compare(isUp ? 'gt' : 'lt', need(end), need(from));
  return range(builder.choose(some, last, none), builder.prim('neg', [need(step)]));
}
