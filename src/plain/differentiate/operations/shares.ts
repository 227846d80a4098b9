/** Cotangents: what the cotangent of a result gives to each operand. */
import type { Activity } from '../../analyse/activity.js';
import type { Builder } from '../../ir/build.js';
import type { Op, Value } from '../../ir/ir.js';
import { furtherPartials, hasOwnSecond } from './second-partials.js';
import type { Found, Partials } from './partials.js';

/** Gives an operand its share. */
export type Give = (to: Value, share: Value) => void;

interface Tools {
  readonly builder: Builder;
  readonly activity: Activity;
  readonly partials: Partials;
  /** A value of the augmented primal, in the reverse sweep. */
  readonly need: (of: Value) => Value;
  readonly product: (cotangent: Value, partial: Value) => Value;
  /** True if these ask for an exact 0. */
  readonly asksForZeros: boolean;
  /**
   * True if the code made here is differentiated in turn. Then no factor is taken apart whose own
   * derivative overflows or vanishes where that of the share does not: 1 / y² of z / y.
   */
  readonly isDifferentiated: boolean;
  /** The values that the augmented primal has computed in the region of the output. */
  readonly found: Found;
}

/** The shares of the operands of a row. */
function rowShares(
  op: Op & { readonly tag: 'prim' },
  output: Value,
  cotangent: Value,
  tools: Tools,
  give: Give,
): void {
  const { builder, activity, partials, need, product, asksForZeros, isDifferentiated, found } =
    tools;
  const [x, y] = op.args;
  const isActive = op.args.map((arg) => activity.has(arg));
  const negative = (of: Value) => builder.prim('neg', [of]);
  /** The product by a partial that is either 1 or 0. */
  const part = (factor: Value): Value | null => {
    const chosen = builder.opOf(factor);
    if (chosen?.tag !== 'choose') return null;
    const [test, ...both] = chosen.args;
    const shares = both.map((one) => {
      const known = builder.opOf(one);
      if (known?.tag !== 'const') return null;
      return known.value === 1 ? cotangent : known.value === 0 ? builder.constant(0) : null; // exact 0
    });
    return shares[0] && shares[1] && builder.choose(test, shares[0], shares[1]);
  };
  switch (op.row) {
    case 'add':
    case 'sub':
      if (isActive[0]) give(x, cotangent);
      if (isActive[1]) give(y, op.row === 'add' ? cotangent : negative(cotangent));
      return;
    case 'neg':
      give(x, negative(cotangent));
      return;
    case 'mul':
      if (isActive[0]) give(x, product(cotangent, need(y)));
      if (isActive[1]) give(y, product(cotangent, need(x)));
      return;
    case 'div': {
      const share =
        isDifferentiated && !asksForZeros
          ? builder.prim('div', [cotangent, need(y)])
          : product(cotangent, builder.prim('div', [builder.constant(1), need(y)]));
      if (isActive[0]) give(x, share);
      if (!isActive[1]) return;
      // By Infinity a share is 0, which is not to win over a quotient that is not a number: that is a part of the partial.
      const slope = () => builder.prim('div', [need(output), need(y)]);
      const isWhole = asksForZeros || isDifferentiated;
      const other = isWhole ? product(cotangent, slope()) : product(share, need(output));
      give(y, negative(other));
      return;
    }
    default:
      op.args.forEach((arg, by) => {
        if (!isActive[by]) return;
        const partial = partials(op.row, by);
        const isWhole = isDifferentiated && hasOwnSecond(op.row, by);
        const factor =
          partial === null || isWhole
            ? builder.let({ tag: 'partial', row: op.row, by, args: [...op.args, output].map(need) })
            : partial(builder, op.args, output, need, found);
        give(arg, part(factor) ?? product(cotangent, factor));
      });
  }
}

/**
 * Gives the operands of an operation their shares of the cotangent of its output; those of arrays are
 * elements.
 */
export function shares(op: Op, output: Value, cotangent: Value, tools: Tools, give: Give): void {
  const { builder, activity, need } = tools;
  if (op.tag === 'prim') rowShares(op, output, cotangent, tools, give);
  else if (op.tag === 'choose') {
    const [test, then, otherwise] = op.args;
    const zero = builder.constant(0);
    if (activity.has(then)) give(then, builder.choose(need(test), cotangent, zero));
    if (activity.has(otherwise)) give(otherwise, builder.choose(need(test), zero, cotangent));
  } else if (op.tag === 'partial') {
    const second = furtherPartials(op, op.args.map(need), builder);
    op.args.slice(0, -1).forEach((x, k) => {
      if (activity.has(x)) give(x, tools.product(cotangent, second(k)));
    });
  }
}
