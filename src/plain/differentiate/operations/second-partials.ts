/** Second partials of the rows whose partials are only known as functions. No code here subtracts what is almost equal. */
import type { Builder } from '../../ir/build.js';
import type { Op, Value } from '../../ir/ir.js';

/** The derivative of the partial with respect to one argument, with respect to another. */
type Second = (other: number) => Value;

/**
 * The derivatives of a partial that is a function, with respect to its arguments; these and the output
 * are given.
 */
export function furtherPartials(
  { row, by, along = [] }: Op & { readonly tag: 'partial' },
  args: readonly Value[],
  builder: Builder,
): Second {
  const xs = args.slice(0, -1);
  const known = along.length === 0 ? secondPartials(row, by, xs, args[xs.length], builder) : null;
  return (
    known ?? ((other) => builder.let({ tag: 'partial', row, by, args, along: [...along, other] }))
  );
}

/** Second partials of a row at arguments and the output; null for rows that have none here. */
function secondPartials(
  row: string,
  by: number,
  args: readonly Value[],
  output: Value,
  builder: Builder,
): Second | null {
  const prim = (name: string, ...of: readonly Value[]) => builder.prim(name, of);
  const zero = builder.constant(0);
  const unlessZero = (radius: Value, found: Value): Value =>
    builder.choose(builder.compare('eq', radius, zero), zero, found);
  if (row === 'hypot') {
    // By cosines c = x / z, of which products vanish before they are divided: Σ c (c / z), without the own, and -c (c' / z).
    const cosines = args.map((x) => prim('div', x, output));
    const part = (one: number, other: number) =>
      prim('mul', cosines[one], prim('div', cosines[other], output));
    const others = args.flatMap((_, j) => (j === by ? [] : [part(j, j)]));
    return (other) => {
      const bend =
        other === by
          ? others.reduce<Value>((sum, square) => prim('add', sum, square), zero)
          : prim('neg', part(by, other));
      return unlessZero(output, bend);
    };
  }
  if (row === 'pow') {
    // x^(y-1) (1 + y log x), which needs no x^y, and z log² x.
    const [x, y] = args;
    const [one, logarithm] = [builder.constant(1), prim('log', x)];
    const isEdge = builder.choose(
      builder.compare('eq', x, zero),
      builder.choose(builder.compare('ge', y, zero), one, zero),
      zero,
    );
    return (other) => {
      const bend =
        other === by
          ? prim('mul', prim('mul', output, logarithm), logarithm)
          : prim(
              'mul',
              prim('pow', x, prim('sub', y, one)),
              prim('add', one, prim('mul', y, logarithm)),
            );
      return builder.choose(builder.compare('eq', isEdge, one), zero, bend);
    };
  }
  if (row !== 'atan2') return null;
  // By s = y / r and c = x / r: ∓2sc / r² for the pure ones, and ((y - x) / r)((y + x) / r) / r² for the mixed one.
  const [y, x] = args;
  const radius = prim('hypot', x, y);
  const share = (of: Value) => prim('div', of, radius);
  return (other) => {
    const bend =
      other === by
        ? prim('mul', builder.constant(by === 0 ? -2 : 2), prim('mul', share(y), share(x)))
        : prim('mul', share(prim('sub', y, x)), share(prim('add', y, x)));
    return unlessZero(radius, share(share(bend)));
  };
}

/** True if the second partials are better than the derivatives of a partial that can be read. */
export const hasOwnSecond = (row: string, by: number): boolean => row === 'pow' && by === 1;
