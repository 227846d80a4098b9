/** Tangents: how the result of an operation changes with its operands. */
import type { Activity } from '../../analyse/activity.js';
import type { Builder } from '../../ir/build.js';
import type { Op, Value } from '../../ir/ir.js';
import type { Partials } from './partials.js';
import { furtherPartials, hasOwnSecond } from './second-partials.js';

interface Tools {
  readonly builder: Builder;
  readonly activity: Activity;
  readonly partials: Partials;
  readonly asksForZeros: boolean;
  /** True if the code made here is differentiated in turn, as in `shares`. */
  readonly isDifferentiated?: boolean;
  /** The tangent of a number, or 0. */
  readonly change: (of: Value) => Value;
}

/** The tangent of a number. */
export function changeOf(op: Op, output: Value, tools: Tools): Value {
  const { builder, activity, change } = tools;
  if (op.tag === 'prim') return changeOfRow(op, output, tools);
  if (op.tag === 'choose') {
    const [test, then, otherwise] = op.args;
    return builder.choose(test, change(then), change(otherwise));
  }
  if (op.tag === 'times') {
    const [x, y] = op.args;
    const shares = [
      ...(activity.has(x) ? [builder.times(change(x), y)] : []),
      ...(activity.has(y) ? [builder.times(x, change(y))] : []),
    ];
    return shares.reduce((sum, share) => builder.prim('add', [sum, share]));
  }
  if (op.tag === 'partial') return changeOfPartial(op, tools);
  throw new Error(`${op.tag} gives nothing that changes`);
}

function changeOfPartial(
  op: Op & { readonly tag: 'partial' },
  { builder, activity, asksForZeros, change }: Tools,
): Value {
  const second = furtherPartials(op, op.args, builder);
  const shares = op.args
    .slice(0, -1)
    .flatMap((x, other) =>
      activity.has(x) ? [productOf(change(x), second(other), asksForZeros, builder)] : [],
    );
  return shares.reduce((sum, share) => builder.prim('add', [sum, share]));
}

const productOf = (share: Value, partial: Value, asksForZeros: boolean, builder: Builder): Value =>
  asksForZeros ? builder.times(share, partial) : builder.prim('mul', [share, partial]);

function changeOfRow(
  op: Op & { readonly tag: 'prim' },
  output: Value,
  { builder, activity, partials, asksForZeros, isDifferentiated = false, change }: Tools,
): Value {
  const { row, args } = op;
  const [x, y] = args;
  const moving = args.map((arg) => activity.has(arg));
  const negative = (of: Value) => builder.prim('neg', [of]);
  const product = (share: Value, partial: Value): Value =>
    productOf(share, partial, asksForZeros, builder);
  switch (row) {
    case 'add':
    case 'sub':
      if (moving[0] && moving[1]) return builder.prim(row, [change(x), change(y)]);
      if (moving[0]) return change(x);
      return row === 'add' ? change(y) : negative(change(y));
    case 'neg':
      return negative(change(x));
    case 'mul': {
      const shares = [
        ...(moving[0] ? [product(change(x), y)] : []),
        ...(moving[1] ? [product(change(y), x)] : []),
      ];
      return shares.reduce((sum, share) => builder.prim('add', [sum, share]));
    }
    case 'div': {
      const part = builder.prim('div', [builder.constant(1), y]);
      const isWhole = isDifferentiated && !asksForZeros;
      const own = !moving[0]
        ? null
        : isWhole
          ? builder.prim('div', [change(x), y])
          : product(change(x), part);
      if (!moving[1]) return own!;
      // By Infinity the part is 0, which is not to win over a quotient that is not a number.
      const other =
        asksForZeros || isDifferentiated
          ? product(change(y), builder.prim('div', [output, y]))
          : product(product(change(y), part), output);
      return own === null ? negative(other) : builder.prim('sub', [own, other]);
    }
    default: {
      const shares = args.flatMap((arg, by) => {
        if (!moving[by]) return [];
        const partial = partials(row, by);
        const factor =
          partial === null || (isDifferentiated && hasOwnSecond(row, by))
            ? builder.let({ tag: 'partial', row, by, args: [...args, output] })
            : partial(builder, args, output);
        return [product(change(arg), factor)];
      });
      return shares.reduce((sum, share) => builder.prim('add', [sum, share]));
    }
  }
}
