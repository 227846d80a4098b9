/** Hand tracking: a skinned hand is fitted to points, with the tall Jacobian of its errors. */
import { jacobian } from 'delta-tape';
import { flat, list, type Matrix, type Vector } from '../numbers.js';
import type { Functions } from '../protocol.js';
import { timed } from '../timed.js';

/** An affine map: the upper three rows of a matrix of four, row by row. */
type Affine = Float64Array;

const FINGERS = 5;
/** Bones of a finger; the first of them stays as it is. */
const JOINTS = 4;

interface Hand {
  /** The bone that each bone hangs on, which comes before it; -1 for none. */
  readonly parents: readonly number[];
  readonly relatives: readonly Affine[];
  readonly inverses: readonly Affine[];
  /** Three reals for each vertex. */
  readonly vertices: Float64Array;
  /** For each vertex a weight for each bone. */
  readonly weights: Float64Array;
  readonly mirrored: boolean;
}

/** Where measured points are on the hand: at a vertex, or in a triangle by two coordinates each. */
interface Fit {
  readonly hand: Hand;
  readonly points: Float64Array;
  /** One vertex for each point, or three. */
  readonly corners: Int32Array;
}

function product(a: Affine, b: Affine): Affine {
  const out = new Float64Array(12);
  for (let i = 0; i < 12; i += 4) {
    for (let j = 0; j < 4; j++) {
      out[i + j] = a[i] * b[j] + a[i + 1] * b[4 + j] + a[i + 2] * b[8 + j];
    }
    out[i + 3] += a[i + 3];
  }
  return out;
}

/** A rotation about x, then one about z. */
function joint(x: number, z: number): Affine {
  const [cx, sx, cz, sz] = [Math.cos(x), Math.sin(x), Math.cos(z), Math.sin(z)];
  return Float64Array.of(cz, -sz * cx, sz * sx, 0, sz, cz * cx, -cz * sx, 0, 0, sx, cx, 0);
}

/** The rotation about the axis (x, y, z) by its length, then a shift. */
function placement(theta: Float64Array): Affine {
  const angle = Math.sqrt(theta[0] * theta[0] + theta[1] * theta[1] + theta[2] * theta[2]);
  if (angle < 1e-4) {
    return Float64Array.of(1, 0, 0, theta[3], 0, 1, 0, theta[4], 0, 0, 1, theta[5]);
  }
  const [x, y, z] = [theta[0] / angle, theta[1] / angle, theta[2] / angle];
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const v = 1 - c;
  return Float64Array.of(
    x * x * v + c,
    x * y * v - z * s,
    x * z * v + y * s,
    theta[3],
    x * y * v + z * s,
    y * y * v + c,
    y * z * v - x * s,
    theta[4],
    x * z * v - y * s,
    y * z * v + x * s,
    z * z * v + c,
    theta[5],
  );
}

/**
 * The movement that each bone gives to the vertices: the root, and after it the fingers, have their
 * angles.
 */
function movements(theta: Float64Array, { parents, relatives, inverses }: Hand): Affine[] {
  const posed = relatives.slice();
  let at = 6;
  for (let finger = 0; finger < FINGERS; finger++) {
    const bone = 2 + JOINTS * finger;
    posed[bone] = product(relatives[bone], joint(theta[at], theta[at + 1]));
    posed[bone + 1] = product(relatives[bone + 1], joint(theta[at + 2], 0));
    posed[bone + 2] = product(relatives[bone + 2], joint(theta[at + 3], 0));
    at += 4;
  }
  const absolutes: Affine[] = [];
  posed.forEach((own, bone) => {
    absolutes.push(parents[bone] < 0 ? own : product(absolutes[parents[bone]], own));
  });
  return absolutes.map((absolute, bone) => product(absolute, inverses[bone]));
}

/** An entry of the movement of a vertex, which is a mean over the bones. */
function blended(weights: Float64Array, from: number, entries: Float64Array): number {
  let total = 0;
  for (let bone = 0; bone < entries.length; bone++) total += weights[from + bone] * entries[bone];
  return total;
}

/** Where the vertices are. */
function skinned(theta: Float64Array, hand: Hand): Float64Array {
  const bones = movements(theta, hand);
  const entries = Array.from({ length: 12 }, (_, i) => Float64Array.from(bones, (own) => own[i]));
  const global = placement(theta);
  const { vertices, weights } = hand;
  const out = new Float64Array(vertices.length);
  for (let at = 0, w = 0; at < vertices.length; at += 3, w += bones.length) {
    const [a, b, c] = [0, 4, 8].map(
      (row) =>
        blended(weights, w, entries[row]) * vertices[at] +
        blended(weights, w, entries[row + 1]) * vertices[at + 1] +
        blended(weights, w, entries[row + 2]) * vertices[at + 2] +
        blended(weights, w, entries[row + 3]),
    );
    const x = hand.mirrored ? -a : a;
    for (let i = 0; i < 3; i++) {
      const row = 4 * i;
      out[at + i] = global[row] * x + global[row + 1] * b + global[row + 2] * c + global[row + 3];
    }
  }
  return out;
}

/** The distances of the points from their places on the hand; `us` is empty if these are vertices. */
function distances(
  vertices: Float64Array,
  us: Float64Array,
  points: Float64Array,
  corners: Int32Array,
): Float64Array {
  const out = new Float64Array(points.length);
  for (let point = 0; 3 * point < points.length; point++) {
    for (let i = 0; i < 3; i++) {
      let place = vertices[3 * corners[point] + i];
      if (us.length > 0) {
        const [u, v] = [us[2 * point], us[2 * point + 1]];
        place =
          u * vertices[3 * corners[3 * point] + i] +
          v * vertices[3 * corners[3 * point + 1] + i] +
          (1 - u - v) * vertices[3 * corners[3 * point + 2] + i];
      }
      out[3 * point + i] = points[3 * point + i] - place;
    }
  }
  return out;
}

const errors = (theta: Float64Array, us: Float64Array, fit: Fit): Float64Array =>
  distances(skinned(theta, fit.hand), us, fit.points, fit.corners);

interface Input {
  readonly theta: Vector;
  readonly us: Matrix;
  readonly data: {
    readonly model: {
      readonly parents: number[];
      readonly base_relatives: readonly Matrix[];
      readonly inverse_base_absolutes: readonly Matrix[];
      readonly base_positions: Matrix;
      readonly weights: Matrix;
      readonly triangles: Matrix;
      readonly is_mirrored: boolean;
    };
    readonly correspondences: Vector;
    readonly points: Matrix;
  };
}

interface Problem {
  readonly theta: Float64Array;
  /** Two coordinates for each point, or none. */
  readonly us: Float64Array;
  readonly fit: Fit;
}

function read({ theta, us, data }: Input): Problem {
  const { model, correspondences, points } = data;
  const affine = (matrix: Matrix) => flat(matrix.slice(0, 3));
  const hand: Hand = {
    parents: model.parents,
    relatives: model.base_relatives.map(affine),
    inverses: model.inverse_base_absolutes.map(affine),
    vertices: flat(model.base_positions.map((place) => place.slice(0, 3))),
    weights: flat(model.weights),
    mirrored: model.is_mirrored,
  };
  const corners = Int32Array.from(
    us.length > 0 ? correspondences.flatMap((k) => model.triangles[k]) : correspondences,
  );
  const fit: Fit = { hand, points: flat(points), corners };
  return { theta: Float64Array.from(theta), us: flat(us), fit };
}

/**
 * The errors by the parameters, which end `moving`. Where points have coordinates, the first ones of all move by
 * `moving[0]`, the second ones by `moving[1]`: no error depends on two points, so that its derivatives by the
 * coordinates of its own are those by these two.
 */
function errorsAfter(moving: Float64Array, { us, fit }: Problem): Float64Array {
  const moved = new Float64Array(us.length);
  for (let k = 0; k < us.length; k++) moved[k] = us[k] + moving[k % 2];
  return errors(moving.subarray(us.length > 0 ? 2 : 0), moved, fit);
}

const ofErrors = jacobian(errorsAfter);

/** The rows of the Jacobian: the columns of points, if they have coordinates, and of parameters. */
function rows(problem: Problem): ArrayLike<number>[] {
  const { theta, us } = problem;
  return ofErrors(us.length === 0 ? theta : Float64Array.of(0, 0, ...theta), problem);
}

export const functions: Functions = {
  objective: timed(read, ({ theta, us, fit }) => errors(theta, us, fit), list),
  jacobian: timed(read, rows, (matrix) => matrix.map((row) => Array.from(row))),
};
