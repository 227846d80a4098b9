/**
 * Inputs of the evals, in the shape of GradBench's messages, made by seeded generators. The data
 * files of the suite (a camera, a hand, a text) are replaced by random ones of the same size.
 */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

type Rows = number[][];

/** Each eval with its input. `kmeansGradient` is the gradient of kmeans without the Hessian. */
export interface Inputs {
  hello: number;
  llsq: { x: number[]; n: number };
  lse: { x: number[] };
  ode: { x: number[]; s: number };
  det: { A: number[]; ell: number };
  gmm: {
    d: number;
    k: number;
    n: number;
    x: Rows;
    m: number;
    gamma: number;
    alpha: number[];
    mu: Rows;
    q: Rows;
    l: Rows;
  };
  lstm: { main_params: Rows; extra_params: Rows; state: Rows; sequence: Rows };
  kmeans: { points: Rows; centroids: Rows };
  kmeansGradient: { points: Rows; centroids: Rows };
  ba: {
    n: number;
    m: number;
    p: number;
    cam: number[];
    x: number[];
    w: number;
    feat: number[];
  };
  ht: HandInput;
  particle: { w: number };
  saddle: { start: number[] };
}

interface HandInput {
  theta: number[];
  us: Rows;
  data: {
    model: {
      bone_count: number;
      bone_names: string[];
      parents: number[];
      base_relatives: Rows[];
      inverse_base_absolutes: Rows[];
      base_positions: Rows;
      weights: Rows;
      triangles: Rows;
      is_mirrored: boolean;
    };
    correspondences: number[];
    points: Rows;
  };
}

export type Eval = keyof Inputs;

/** A size is a list of numbers, which the eval's generator knows the names of. */
export type Size = readonly number[];

type Generators = {
  readonly [E in Eval]: (random: Random, ...size: number[]) => Inputs[E];
};

class Random {
  readonly #generator: RandomGenerator = xoroshiro128plus(31337);

  /** From 0 to 1. */
  readonly uniform = (): number => uniformFloat64(this.#generator);

  /** By the transformation of Box and Muller. */
  readonly normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - this.uniform())) * Math.cos(2 * Math.PI * this.uniform());

  readonly below = (end: number): number => uniformInt(this.#generator, 0, end - 1);
}

const list = <T>(length: number, entry: (k: number) => T): T[] =>
  Array.from({ length }, (_, k) => entry(k));
const table = (height: number, width: number, entry: () => number): Rows =>
  list(height, () => list(width, entry));

function clusters({ uniform }: Random, k: number, n: number, d: number): Inputs['kmeans'] {
  const points = table(n, d, uniform);
  // So no cluster is empty.
  return { points, centroids: points.slice(-k) };
}

const BITS = 14;
const BONES = 22;
const PARENTS = list(BONES, (bone) => (bone === 0 ? -1 : bone % 4 === 1 ? 0 : bone - 1));

function hand({ uniform, below }: Random, vertices: number, points: number): HandInput {
  const around = () => uniform() - 0.5;
  const affine = () => [...table(3, 4, around), [0, 0, 0, 1]];
  const triangles = 1084;
  return {
    theta: list(26, around),
    us: table(points, 2, uniform),
    data: {
      model: {
        bone_count: BONES,
        bone_names: list(BONES, (bone) => `bone ${bone}`),
        parents: PARENTS,
        base_relatives: list(BONES, affine),
        inverse_base_absolutes: list(BONES, affine),
        base_positions: list(vertices, () => [around(), around(), around(), 1]),
        weights: table(vertices, BONES, uniform),
        triangles: table(triangles, 3, () => below(vertices)),
        is_mirrored: false,
      },
      correspondences: list(points, () => below(triangles)),
      points: table(points, 3, around),
    },
  };
}

const generators: Generators = {
  hello: () => 3,
  llsq: ({ uniform }, n, m) => ({ x: list(m, uniform), n }),
  lse: ({ uniform }, n) => ({ x: list(n, uniform) }),
  ode: ({ uniform }, n, s) => ({ x: list(n, uniform), s }),
  det: ({ uniform }, ell) => ({ A: list(ell * ell, uniform), ell }),
  gmm: ({ normal, uniform }, d, k, n) => ({
    d,
    k,
    n,
    x: table(n, d, normal),
    m: 0,
    gamma: 1,
    alpha: list(k, normal),
    mu: table(k, d, uniform),
    q: table(k, d, normal),
    l: table(k, (d * (d - 1)) / 2, normal),
  }),
  lstm: ({ uniform, below }, l, c) => ({
    main_params: table(2 * l, 4 * BITS, uniform),
    extra_params: table(3, BITS, uniform),
    state: table(2 * l, BITS, uniform),
    sequence: table(c, BITS, () => below(2)),
  }),
  kmeans: clusters,
  kmeansGradient: clusters,
  ba: ({ uniform }, n, m, p) => ({
    n,
    m,
    p,
    cam: [
      ...list(3, () => uniform() - 1),
      ...list(3, () => 40 * uniform()),
      400 * uniform(),
      ...list(2, () => 10 * uniform()),
      ...list(2, () => 0.1 * uniform()),
    ],
    x: list(3, () => 5 * uniform()),
    w: uniform(),
    feat: list(2, () => 500 * uniform()),
  }),
  ht: hand,
  particle: () => ({ w: 0 }),
  saddle: () => ({ start: [1, 1] }),
};

/** The input of an eval at a size, the same in every process. */
export const inputOf = <E extends Eval>(name: E, size: Size): Inputs[E] =>
  generators[name](new Random(), ...size);

/** The names of the suite for the numbers of a size. */
const LETTERS: Readonly<Record<Eval, string>> = {
  hello: '',
  llsq: 'nm',
  lse: 'n',
  ode: 'ns',
  det: 'l',
  gmm: 'dkn',
  lstm: 'lc',
  kmeans: 'knd',
  kmeansGradient: 'knd',
  ba: 'nmp',
  ht: 'vc',
  particle: '',
  saddle: '',
};

export const sizeText = (name: Eval, size: Size): string =>
  size.map((x, k) => `${LETTERS[name][k]}=${x}`).join(' ');

/** A row of the comparison. */
export interface Row {
  readonly name: Eval;
  readonly size: Size;
}

/** The smallest size of each eval in the suite, and one of the middle. */
const SIZES: Readonly<Record<Eval, readonly Size[]>> = {
  hello: [[]],
  llsq: [
    [16, 128],
    [1024, 128],
  ],
  lse: [[2500], [80_000]],
  ode: [
    [1000, 1],
    [10_000, 10],
  ],
  det: [[5], [8]],
  gmm: [
    [2, 5, 1000],
    [20, 25, 1000],
  ],
  lstm: [
    [2, 1024],
    [4, 4096],
  ],
  kmeansGradient: [
    [10, 1000, 8],
    [100, 10_000, 8],
  ],
  kmeans: [
    [10, 1000, 8],
    [100, 10_000, 8],
  ],
  ba: [
    [49, 7776, 31_843],
    [257, 65_132, 225_911],
  ],
  ht: [
    [544, 100],
    [10_000, 1600],
  ],
  particle: [[]],
  saddle: [[]],
};

export const rows: readonly Row[] = (Object.keys(SIZES) as Eval[]).flatMap((name) =>
  SIZES[name].map((size) => ({ name, size })),
);
