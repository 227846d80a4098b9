/** Numbers between two ends, which may be under differentiation. */
import { Dual } from '../../core/real.js';
import type { AnyArray, Operand } from '../array-dual.js';
import { isFloat } from '../elements.js';
import { badOption } from '../errors.js';
import { everything, type NDArray } from '../library.js';
import { ops } from '../ops.js';
import { elementwise as e } from './elementwise.js';
import { constantOf, numbersIn } from './building-blocks.js';

type Spacing = (...args: readonly unknown[]) => Operand;
const theirs = (name: string) => everything[name] as (...args: readonly unknown[]) => NDArray;

/** `own` where an argument is under differentiation: `part` is the part of the way that each number has gone. */
const spaced =
  (
    name: string,
    own: (part: NDArray, from: Operand, to: Operand, base?: Operand) => Operand,
  ): Spacing =>
  (...args) => {
    if (!args.some((x) => x instanceof Dual)) return theirs(name)(...args);
    const [from, to, count = 50, ...options] = args as [Operand, Operand, number?, ...unknown[]];
    const dtype = options.find((option) => typeof option === 'string') ?? 'float64';
    if (!isFloat(dtype)) throw badOption(name, 'dtype', dtype, "'float64' or 'float32'");
    const [base] = options as [Operand | undefined];
    const part = theirs('linspace')(0, 1, count);
    const z = own(part, from, to, typeof base === 'string' ? undefined : base) as AnyArray;
    return z.dtype === dtype ? z : ops.cast(z, dtype);
  };

const between = (part: NDArray, from: Operand, to: Operand): Operand =>
  e.add(e.multiply(from, e.subtract(1, part)), e.multiply(to, part));

/** From a start in steps. How many there are does not change. */
const arange: Spacing = (...args) => {
  if (!args.some((x) => x instanceof Dual)) return theirs('arange')(...args);
  const [from, to] = args[1] === undefined ? [0, args[0] as Operand] : (args as Operand[]);
  const [step = 1, dtype = 'float64'] = args.slice(2) as [Operand?, string?];
  if (!isFloat(dtype)) throw badOption('arange', 'dtype', dtype, "'float64' or 'float32'");
  const [start, end, by] = [from, to, step].map((x) => numbersIn(x)[0]);
  const count = Math.max(0, Math.ceil((end - start) / by));
  const places = Float64Array.from({ length: count }, (_, k) => k);
  const z = e.add(from, e.multiply(step, constantOf([count], places))) as AnyArray;
  return z.dtype === dtype ? z : ops.cast(z, dtype);
};

export const spacing = {
  arange,
  linspace: spaced('linspace', between),
  logspace: spaced('logspace', (part, from, to, base = 10) =>
    e.power(base, between(part, from, to)),
  ),
  geomspace: spaced('geomspace', (part, from, to) =>
    e.multiply(from, e.power(e.divide(to, from), part)),
  ),
};
