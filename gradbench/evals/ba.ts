/** Bundle adjustment: errors of reprojection, and their sparse Jacobian. */
import { grad, jacobian as derivatives } from 'delta-tape';
import type { Vector } from '../numbers.js';
import type { Functions } from '../protocol.js';
import { timed } from '../timed.js';

/** Reals of a camera: rotation, centre, focal length, principal point, radial distortion. */
const CAMERA = 11;
/** Reals of an observation: a camera, a point and a weight. */
const BLOCK = CAMERA + 3 + 1;

/**
 * The distance of an observation from where the camera sees the point, times a weight: two errors. The
 * camera and the point begin at `c` and `p`, the feature at `at`.
 */
function reproject(
  cameras: Float64Array,
  c: number,
  points: Float64Array,
  p: number,
  weight: number,
  features: Float64Array,
  at: number,
): readonly [number, number] {
  const rx = cameras[c];
  const ry = cameras[c + 1];
  const rz = cameras[c + 2];
  const x = points[p] - cameras[c + 3];
  const y = points[p + 1] - cameras[c + 4];
  const z = points[p + 2] - cameras[c + 5];
  const squared = rx * rx + ry * ry + rz * rz;
  let u: number;
  let v: number;
  let w: number;
  if (squared === 0) {
    u = x + ry * z - rz * y;
    v = y + rz * x - rx * z;
    w = z + rx * y - ry * x;
  } else {
    const angle = Math.sqrt(squared);
    const cos = Math.cos(angle);
    const sin = Math.sin(angle) / angle;
    const along = ((rx * x + ry * y + rz * z) * (1 - cos)) / squared;
    u = x * cos + (ry * z - rz * y) * sin + rx * along;
    v = y * cos + (rz * x - rx * z) * sin + ry * along;
    w = z * cos + (rx * y - ry * x) * sin + rz * along;
  }
  const a = u / w;
  const b = v / w;
  const radius = a * a + b * b;
  const scale = (1 + cameras[c + 9] * radius + cameras[c + 10] * radius * radius) * cameras[c + 6];
  return [
    weight * (a * scale + cameras[c + 7] - features[at]),
    weight * (b * scale + cameras[c + 8] - features[at + 1]),
  ];
}

/** The distance of a weight from 1. */
const weightError = (weight: number) => 1 - weight * weight;

interface Problem {
  readonly cameras: Float64Array;
  readonly points: Float64Array;
  readonly weights: Float64Array;
  /** For each observation its camera and its point. */
  readonly observations: Int32Array;
  readonly features: Float64Array;
}

function objective({ cameras, points, weights, observations, features }: Problem) {
  const reprojection = new Float64Array(features.length);
  const ofWeights = new Float64Array(weights.length);
  for (let i = 0; i < weights.length; i++) {
    const camera = CAMERA * observations[2 * i];
    const point = 3 * observations[2 * i + 1];
    const error = reproject(cameras, camera, points, point, weights[i], features, 2 * i);
    reprojection[2 * i] = error[0];
    reprojection[2 * i + 1] = error[1];
    ofWeights[i] = weightError(weights[i]);
  }
  return { reprojection, ofWeights };
}

/**
 * The sums of the first errors of observations, and of the second ones. The observations share nothing, each has a block
 * of reals to itself; so the gradient of a sum is the gradients of its terms, side by side.
 */
function sums(blocks: Float64Array, features: Float64Array): [number, number] {
  let [first, second] = [0, 0];
  for (let i = 0; i < features.length / 2; i++) {
    const at = BLOCK * i;
    const weight = blocks[at + BLOCK - 1];
    const error = reproject(blocks, at, blocks, at + CAMERA, weight, features, 2 * i);
    first += error[0];
    second += error[1];
  }
  return [first, second];
}

function sumOfWeightErrors(weights: Float64Array): number {
  let sum = 0;
  for (const weight of weights) sum += weightError(weight);
  return sum;
}

const ofSums = derivatives(sums);
const ofWeightErrors = grad(sumOfWeightErrors);

/** Observations whose blocks are recorded together. */
const BATCH = 256;

/** A sparse matrix: row i has the entries from `rows[i]` to `rows[i + 1]`. */
interface Compressed {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

/** The Jacobian: its rows are in those of the sums of a batch of observations. */
function jacobian(problem: Problem): Compressed {
  const count = problem.weights.length;
  const { rows, columns } = structure(problem);
  const values = new Float64Array(columns.length);
  values.set(ofWeightErrors(problem.weights), 2 * BLOCK * count);
  for (let from = 0; from < count; from += BATCH) {
    const to = Math.min(from + BATCH, count);
    const [first, second] = ofSums(
      blocks(problem, from, to),
      problem.features.subarray(2 * from, 2 * to),
    );
    for (let i = from, at = 0; i < to; i++, at += BLOCK) {
      const row = 2 * BLOCK * i;
      for (let j = 0; j < BLOCK; j++) {
        values[row + j] = first[at + j];
        values[row + BLOCK + j] = second[at + j];
      }
    }
  }
  return { rows, columns, values };
}

/** The reals that some observations depend on, side by side. */
function blocks(
  { cameras, points, weights, observations }: Problem,
  from: number,
  to: number,
): Float64Array {
  const out = new Float64Array(BLOCK * (to - from));
  for (let i = from, at = 0; i < to; i++, at += BLOCK) {
    const camera = CAMERA * observations[2 * i];
    const point = 3 * observations[2 * i + 1];
    for (let j = 0; j < CAMERA; j++) out[at + j] = cameras[camera + j];
    for (let j = 0; j < 3; j++) out[at + CAMERA + j] = points[point + j];
    out[at + BLOCK - 1] = weights[i];
  }
  return out;
}

/** Where the Jacobian has entries: columns are cameras, points and weights. */
function structure({ cameras, points, weights, observations }: Problem) {
  const count = weights.length;
  const rows = new Int32Array(3 * count + 1);
  const columns = new Int32Array(2 * BLOCK * count + count);
  let at = 0;
  for (let row = 0; row < 2 * count; row++) {
    const observation = row >> 1;
    const camera = CAMERA * observations[2 * observation];
    const point = cameras.length + 3 * observations[2 * observation + 1];
    for (let j = 0; j < CAMERA; j++) columns[at++] = camera + j;
    for (let j = 0; j < 3; j++) columns[at++] = point + j;
    columns[at++] = cameras.length + points.length + observation;
    rows[row + 1] = at;
  }
  for (let i = 0; i < count; i++) {
    columns[at++] = cameras.length + points.length + i;
    rows[2 * count + i + 1] = at;
  }
  return { rows, columns };
}

interface Input {
  readonly n: number;
  readonly m: number;
  readonly p: number;
  readonly cam: Vector;
  readonly x: Vector;
  readonly w: number;
  readonly feat: Vector;
}

/** The input has one of each, which is to be repeated. */
function read({ n, m, p, cam, x, w, feat }: Input): Problem {
  const repeated = (list: Vector, count: number) =>
    Float64Array.from({ length: list.length * count }, (_, k) => list[k % list.length]);
  return {
    cameras: repeated(cam, n),
    points: repeated(x, m),
    weights: repeated([w], p),
    observations: Int32Array.from({ length: 2 * p }, (_, k) => (k >> 1) % (k % 2 === 0 ? n : m)),
    features: repeated(feat, p),
  };
}

/** The parts of a list that the suite wants to see: its beginning and its end. */
const ends = (list: Float64Array | Int32Array) => [
  ...list.subarray(0, 2 * BLOCK),
  list[list.length - 1],
];

export const functions: Functions = {
  objective: timed(read, objective, ({ reprojection, ofWeights }) => ({
    reproj_error: { elements: [...reprojection.subarray(0, 2)], repeated: ofWeights.length },
    w_err: { element: ofWeights[0], repeated: ofWeights.length },
  })),
  jacobian: timed(read, jacobian, ({ rows, columns, values }) => ({
    rows: ends(rows),
    cols: ends(columns),
    vals: ends(values),
  })),
};
