/** Second partials of the rows whose partials are only known as functions. No code here subtracts what is almost equal. */
import type { Builder } from '../../ir/build.js';
import type { Op, Value } from '../../ir/ir.js';

/** How the partial by one argument changes with another. */
type Second = (other: number) => Value;

/** How a partial that is a function changes with its arguments; these and the output are given. */
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
    // By cosines c = x / z: (Σ c², without the own) / z, and -c c' / z.
    const cosines = args.map((x) => prim('div', x, output));
    const squares = cosines.filter((_, j) => j !== by).map((c) => prim('mul', c, c));
    const others = squares.reduce<Value>((sum, square) => prim('add', sum, square), zero);
    return (other) => {
      const bend = other === by ? others : prim('neg', prim('mul', cosines[by], cosines[other]));
      return unlessZero(output, prim('div', bend, output));
    };
  }
  if (row !== 'atan2') return null;
  // By s = y / r and c = x / r: ∓2sc / r² for the pure ones, (s - c)(s + c) / r² for the mixed one.
  const [y, x] = args;
  const radius = prim('hypot', x, y);
  const [s, c] = [prim('div', y, radius), prim('div', x, radius)];
  return (other) => {
    const bend =
      other === by
        ? prim('mul', builder.constant(by === 0 ? -2 : 2), prim('mul', s, c))
        : prim('mul', prim('sub', s, c), prim('add', s, c));
    return unlessZero(radius, prim('div', prim('div', bend, radius), radius));
  };
}
