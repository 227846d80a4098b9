/** Sums of products by the names of axes, and products that are cases of it. */
import type { AnyArray, Operand } from '../array-dual.js';
import { broadcast, sizeOf } from '../elements.js';
import { badSubscripts, doesNotFit, noBroadcast } from '../errors.js';
import { ops } from '../ops.js';
import { isReal } from '../../core/real.js';
import { elementwise as e } from './elementwise.js';
import { along, asOperand, asVector, oneAxis, settled, shapeOf } from './building-blocks.js';
import { multiplied } from './product.js';
import { matmul } from './products.js';
import { sum } from './reductions.js';
import { shapes } from './rearranging.js';

/** An array with a name for each axis; axes of length 1 broadcast. */
interface Named {
  readonly x: AnyArray;
  readonly axes: readonly string[];
}

/** Dots stand for axes without names, which are counted from the last. */
function namesOf(text: string, term: string, dimensions: number): string[] {
  const [head, tail, more] = term.split('...');
  const isName = (part: string) => /^[A-Za-z]*$/.test(part);
  if (more !== undefined || !isName(head) || !isName(tail ?? ''))
    throw badSubscripts(text, `'${term}' is not a list of letters`);
  const named = head.length + (tail?.length ?? 0);
  if (tail === undefined ? named !== dimensions : named > dimensions)
    throw badSubscripts(text, `'${term}' does not fit an array of ${dimensions} dimensions`);
  const dots = Array.from({ length: dimensions - named }, (_, k) => `.${dimensions - named - k}`);
  return [...head, ...(tail === undefined ? [] : dots), ...(tail ?? '')];
}

/** Axes of one name: the diagonal. */
function withoutRepeats(text: string, { x, axes }: Named): Named {
  const at = axes.findIndex((name, k) => axes.indexOf(name) < k);
  if (at < 0) return { x, axes };
  const before = axes.indexOf(axes[at]);
  if (x.shape[before] !== x.shape[at])
    throw badSubscripts(
      text,
      `'${axes[at]}' names axes of lengths ${x.shape[before]} and ${x.shape[at]}`,
    );
  const left = axes.filter((_, k) => k !== at && k !== before);
  return withoutRepeats(text, {
    x: shapes.diagonal(x, 0, before, at) as AnyArray,
    axes: [...left, axes[at]],
  });
}

function summed({ x, axes }: Named, names: ReadonlySet<string>): Named {
  const gone = axes.flatMap((name, k) => (names.has(name) ? [k] : []));
  if (gone.length === 0) return { x, axes };
  return {
    x: asOperand(sum(x, gone)),
    axes: axes.filter((name) => !names.has(name)),
  };
}

/** With axes in an order, of which missing ones have length 1. */
function arranged({ x, axes }: Named, names: readonly string[]): AnyArray {
  const own = names.filter((name) => axes.includes(name));
  const moved = ops.transpose(
    x,
    own.map((name) => axes.indexOf(name)),
  );
  const lengths = names.map((name) => (axes.includes(name) ? x.shape[axes.indexOf(name)] : 1));
  return ops.reshape(moved, lengths);
}

/** Two at a time, by a product of matrices over what is summed: stacks of [rows, inner] and [inner, columns]. */
function contracted(a: Named, b: Named, keeps: ReadonlySet<string>): Named {
  const lengthIn = ({ x, axes }: Named, name: string) =>
    axes.includes(name) ? x.shape[axes.indexOf(name)] : 1;
  const shared = a.axes.filter((name) => b.axes.includes(name));
  const isSummed = (name: string) => !keeps.has(name);
  // An axis of length 1 that broadcasts is not an axis to contract.
  const inner = shared.filter((name) => isSummed(name) && lengthIn(a, name) === lengthIn(b, name));
  const stacked = shared.filter((name) => !inner.includes(name));
  const rows = a.axes.filter((name) => !shared.includes(name));
  const columns = b.axes.filter((name) => !shared.includes(name));
  const axes = [...stacked, ...rows, ...columns];
  const left = (names: readonly string[]) => names.map((name) => lengthIn(a, name));
  const right = (names: readonly string[]) => names.map((name) => lengthIn(b, name));
  const p = ops.reshape(arranged(a, [...stacked, ...rows, ...inner]), [
    ...left(stacked),
    sizeOf(left(rows)),
    sizeOf(left(inner)),
  ]);
  const q = ops.reshape(arranged(b, [...stacked, ...inner, ...columns]), [
    ...right(stacked),
    sizeOf(right(inner)),
    sizeOf(right(columns)),
  ]);
  const lengths = stacked.map((name) => Math.max(lengthIn(a, name), lengthIn(b, name)));
  const z = inner.length === 0 ? e.multiply(p, q) : multiplied(p, q);
  const x = ops.reshape(z as AnyArray, [...lengths, ...left(rows), ...right(columns)]);
  return summed({ x, axes }, new Set(stacked.filter(isSummed)));
}

/** Any subscripts of NumPy: repeated names, dots, and an output that is left out. */
function einsum(subscripts: string, ...operands: readonly Operand[]): Operand {
  const text = subscripts.replace(/\s/g, '');
  const [inputs, output, more] = text.split('->');
  const terms = inputs.split(',');
  if (more !== undefined || terms.length !== operands.length)
    throw badSubscripts(subscripts, `it names ${terms.length} operands of ${operands.length}`);
  const named = terms.map((term, k): Named => {
    const x = asOperand(operands[k]);
    return withoutRepeats(subscripts, {
      x,
      axes: namesOf(subscripts, term, x.shape.length),
    });
  });
  const all = named.flatMap(({ axes }) => axes);
  for (const name of new Set(all)) {
    const lengths = named.flatMap(({ x, axes }): number[] =>
      axes.includes(name) ? [x.shape[axes.indexOf(name)]] : [],
    );
    const isFit = new Set(lengths.filter((d) => d !== 1)).size <= 1;
    if (!isFit)
      throw badSubscripts(subscripts, `'${name}' names axes of lengths ${lengths.join(' and ')}`);
  }
  const dots = [...new Set(all.filter((name) => name.startsWith('.')))].sort(
    (a, b) => Number(b.slice(1)) - Number(a.slice(1)),
  );
  const letters = terms.join('').replaceAll('.', '');
  const once = [...new Set(letters)].filter((name) => letters.split(name).length === 2).sort();
  const wanted =
    output === undefined
      ? [...dots, ...once]
      : namesOf(
          subscripts,
          output,
          output.replace('...', '').length + (output.includes('...') ? dots.length : 0),
        );
  if (new Set(wanted).size !== wanted.length || wanted.some((name) => !all.includes(name)))
    throw badSubscripts(
      subscripts,
      `its output '${output}' names an axis twice, or one that is not there`,
    );
  let [z, ...rest] = named;
  const keeping = (others: readonly Named[]) =>
    new Set([...wanted, ...others.flatMap(({ axes }) => axes)]);
  const without = (one: Named, keeps: ReadonlySet<string>) =>
    summed(one, new Set(one.axes.filter((name) => !keeps.has(name))));
  z = without(z, keeping(rest));
  while (rest.length > 0) {
    const [next, ...others] = rest;
    const keeps = keeping(others);
    z = contracted(z, without(next, keeping([z, ...others])), keeps);
    z = without(z, keeps);
    rest = others;
  }
  return settled(arranged(z, wanted));
}

/** Sums of products along an axis of both, which broadcast. */
function vecdot(x: Operand, y: Operand, axis = -1): Operand {
  const [a, b] = [asVector(x), asVector(y)];
  return sum(
    e.multiply(
      shapes.moveaxis(a, oneAxis('vecdot', a.shape, axis), -1),
      shapes.moveaxis(b, oneAxis('vecdot', b.shape, axis), -1),
    ),
    -1,
  );
}

const withAxis = (x: AnyArray, at: number): AnyArray => shapes.expand_dims(x, at) as AnyArray;
/** Without the axis of length 1. */
const dropped = (z: Operand, at: number): Operand => settled(shapes.squeeze(asOperand(z), at));

function matvec(x: Operand, y: Operand): Operand {
  const [a, b] = [asOperand(x), asVector(y)];
  if (a.shape.length < 2 || a.shape[a.shape.length - 1] !== b.shape[b.shape.length - 1])
    throw doesNotFit('matvec', [a.shape, b.shape]);
  return dropped(matmul(a, withAxis(b, -1)), -1);
}

function vecmat(x: Operand, y: Operand): Operand {
  const [a, b] = [asVector(x), asOperand(y)];
  if (b.shape.length < 2 || a.shape[a.shape.length - 1] !== b.shape[b.shape.length - 2])
    throw doesNotFit('vecmat', [a.shape, b.shape]);
  return dropped(matmul(withAxis(a, -2), b), -2);
}

/** Every element of the one with every one of the other, as a matrix of blocks. */
function kron(x: Operand, y: Operand): Operand {
  const [a, b] = [asVector(x), asVector(y)];
  const count = Math.max(a.shape.length, b.shape.length);
  const padded = (shape: readonly number[]) => [
    ...new Array<number>(count - shape.length).fill(1),
    ...shape,
  ];
  const [p, q] = [padded(a.shape), padded(b.shape)];
  const z = e.multiply(
    ops.reshape(
      a,
      p.flatMap((d) => [d, 1]),
    ),
    ops.reshape(
      b,
      q.flatMap((d) => [1, d]),
    ),
  );
  const areNumbers = [x, y].every((one) => isReal(one) || one.shape.length === 0);
  return ops.reshape(z as AnyArray, areNumbers ? [] : p.map((d, k) => d * q[k]));
}

/** The product of vectors of two or three dimensions along an axis. */
function cross(x: Operand, y: Operand, axisA = -1, axisB = -1, axisC = -1, axis?: number): Operand {
  const last = (z: Operand, at: number) => {
    const array = asVector(z);
    return shapes.moveaxis(array, oneAxis('cross', array.shape, axis ?? at), -1) as AnyArray;
  };
  const [a, b] = [last(x, axisA), last(y, axisB)];
  const [m, n] = [a, b].map(({ shape }) => shape[shape.length - 1]);
  if (![2, 3].includes(m) || ![2, 3].includes(n))
    throw doesNotFit('cross', [shapeOf(x), shapeOf(y)]);
  if (broadcast(a.shape.slice(0, -1), b.shape.slice(0, -1)) === null)
    throw noBroadcast('cross', [a.shape, b.shape]);
  const part = (z: AnyArray, k: number): Operand => {
    const at = z.shape.length - 1;
    return k < z.shape[at] ? dropped(along(z, at, `${k}:${k + 1}`), at) : 0;
  };
  const minor = (i: number, j: number) =>
    e.subtract(e.multiply(part(a, i), part(b, j)), e.multiply(part(a, j), part(b, i)));
  if (m === 2 && n === 2) return minor(0, 1);
  const z = shapes.stack([minor(1, 2), minor(2, 0), minor(0, 1)], -1) as AnyArray;
  return shapes.moveaxis(z, -1, axis ?? axisC);
}

export const bySubscripts = { einsum, vecdot, matvec, vecmat, kron, cross };
