/** Optimizers: their formulas, their states, and the parts of which they are made. */
import { List, Map as ImmutableMap } from 'immutable';
import { add, grad, mul, sub, type Real } from 'delta-tape';
import * as np from 'delta-tape/numpy';
import {
  accumulate,
  adagrad,
  adam,
  adamw,
  averaged,
  chain,
  clip,
  clipByGlobalNorm,
  cosineSchedule,
  frozen,
  groups,
  linearSchedule,
  lion,
  optimizerOf,
  rmsprop,
  scaleByLearningRate,
  scaleBySchedule,
  sgd,
  stepSchedule,
  tensorsOf,
  treeOf,
  warmUp,
  weightDecay,
  type Optimizer,
} from 'delta-tape/learn';

const start = [1, 2, -3];
const gradients = [
  [1, -2, 0.5],
  [0.3, 0.1, -4],
  [-1, 2, 0],
];

/** The parameters after each of some steps. */
function path<P>(optimizer: Optimizer, first: P, slopes: readonly unknown[]): P[] {
  let params = first;
  let state = optimizer.init(params);
  return slopes.map((gradient) => {
    ({ params, state } = optimizer.step(params, gradient, state));
    return params;
  });
}
const last = <P>(optimizer: Optimizer, first: P, slopes: readonly unknown[]): P =>
  path(optimizer, first, slopes)[slopes.length - 1];

const rate = { learningRate: 0.1 };

describe('Three steps of an optimizer', () => {
  // Computed by NumPy from the formulas of PyTorch's documentation, and of the paper of Lion.
  test.each<[string, Optimizer, number[]]>([
    ['sgd', sgd(rate), [0.97, 1.9900000000000004, -2.65]],
    ['momentum', sgd({ ...rate, momentum: 0.9 }), [0.772, 2.323, -2.3754999999999997]],
    [
      'nesterov',
      sgd({ ...rate, momentum: 0.9, nesterov: true }),
      [0.7648, 2.2806999999999995, -2.08795],
    ],
    [
      'sgd with decay',
      chain(weightDecay(0.1), sgd({ ...rate, momentum: 0.9 })),
      [0.720469, 2.204278, -2.210742],
    ],
    ['adam', adam(rate), [0.8108935030632854, 2.152590394810467, -2.983810399461411]],
    [
      'adam with other constants',
      adam({ ...rate, beta1: 0.8, beta2: 0.95, epsilon: 1e-3 }),
      [0.822418538738817, 2.1394762761449706, -2.9797807471882725],
    ],
    [
      'adam with decay',
      chain(weightDecay(0.1), adam(rate)),
      [0.7980641566281991, 2.1303301654431968, -2.969369913427731],
    ],
    [
      'adamw',
      adamw({ ...rate, weightDecay: 0.1 }),
      [0.7840382002148009, 2.0905663523790556, -2.8933727261151114],
    ],
    ['adagrad', adagrad(rate), [0.9404366578379406, 2.0243397129695997, -3.000772212311095]],
    [
      'adagrad from 1',
      adagrad({ ...rate, initialSum: 1, epsilon: 1e-3 }),
      [0.9654578651191426, 2.0183295912814585, -2.9483958956505254],
    ],
    ['rmsprop', rmsprop(rate), [0.4065073394559701, 2.2396040259957886, -3.007645610029775]],
    [
      'rmsprop with momentum',
      rmsprop({ ...rate, decay: 0.9, epsilon: 1e-4, momentum: 0.5 }),
      [0.5337105608591513, 2.2934732069587236, -3.082044585627905],
    ],
    [
      'centered rmsprop',
      rmsprop({ ...rate, decay: 0.9, epsilon: 1e-4, momentum: 0.5, centered: true }),
      [0.49214809417459804, 2.321976331363533, -3.092510199289995],
    ],
    ['lion', lion(rate), [0.9, 2.1, -2.9]],
    [
      'lion with decay',
      lion({ ...rate, beta1: 0.8, beta2: 0.9, weightDecay: 0.1 }),
      [0.873289, 2.037608, -2.809907],
    ],
  ])('follows its formula: %s.', (_, optimizer, expected) => {
    const found = last(optimizer, start, gradients);
    found.forEach((x, k) => expect(x).toBeCloseTo(expected[k], 13));
  });
});

const tree = {
  layers: [
    {
      weights: [
        [1, 2],
        [3, 4],
      ],
      name: 'a',
    },
  ],
  floats: new Float32Array([0.1]),
  array: np.array([[1, 2]], 'float32'),
  list: List([1]),
  map: new Map([['k', 5]]),
  scale: 2,
};
type Tree = typeof tree;
const ones = () =>
  treeOf(
    tree,
    new Map(
      [...tensorsOf(tree)].map(([name, tensor]) => [
        name,
        { ...tensor, data: (tensor.data as Float64Array).map(() => 1) } as typeof tensor,
      ]),
    ),
  );

describe('An optimizer', () => {
  test('steps along trees of any shape, and keeps the types of floats and what is no real.', () => {
    const { params } = sgd(rate).step(tree, ones(), sgd(rate).init(tree));
    expect(params.layers).toEqual([
      {
        weights: [
          [0.9, 1.9],
          [2.9, 3.9],
        ],
        name: 'a',
      },
    ]);
    expect(params.floats).toEqual(Float32Array.of(Math.fround(0.1) - 0.1));
    expect([params.array.dtype, params.array.tolist()]).toEqual([
      ...['float32', [[Math.fround(0.9), Math.fround(1.9)]]],
    ]);
    expect(params.list.equals(List([0.9]))).toBe(true);
    expect(params.map.get('k')).toBe(4.9);
    expect(tree.floats).toEqual(Float32Array.of(0.1));
  });

  test('reads gradients by their places, whatever the order of keys.', () => {
    const found = last(sgd(rate), { a: 0, b: 0 }, [{ b: 1, a: 2 }]);
    expect(found).toEqual({ a: -0.2, b: -0.1 });
  });

  test('can be stepped again from any of its states, which stay as they are.', () => {
    const optimizer = chain(clip(3), averaged(adam(rate)));
    const state = optimizer.init(start);
    const one = optimizer.step(start, gradients[0], state);
    const before = JSON.stringify(
      [...tensorsOf(one.state)].map(([, { data }]) => [...(data as Float64Array)]),
    );
    const two = optimizer.step(one.params, gradients[1], one.state);
    expect(
      JSON.stringify([...tensorsOf(one.state)].map(([, { data }]) => [...(data as Float64Array)])),
    ).toBe(before);
    expect(optimizer.step(one.params, gradients[1], one.state)).toEqual(two);
    expect(optimizer.step(one.params, gradients[2], one.state)).not.toEqual(two);
  });

  test('goes on from a saved state as if nothing had happened.', () => {
    const optimizer = chain(
      clipByGlobalNorm(1),
      groups(
        {
          a: accumulate(adam({ learningRate: cosineSchedule({ start: 0.1, steps: 9 }) }), 2),
          b: lion(),
        },
        (name) => (name === 'scale' ? 'b' : 'a'),
      ),
    );
    const slopes = [ones(), tree, ones(), tree];
    const unbroken = last(optimizer, tree, slopes);
    let params: Tree = tree;
    let state = optimizer.init(tree);
    for (const gradient of slopes) {
      ({ params, state } = optimizer.step(params, gradient, state));
      params = treeOf(tree, tensorsOf(params));
      state = treeOf(optimizer.init(tree), tensorsOf(state));
    }
    expect(tensorsOf(params)).toEqual(tensorsOf(unbroken));
  });

  test('goes on from a state that has been through JSON, with the same numbers.', () => {
    const params = { w: [1, 2], b: -3 };
    const slopes = { w: [0.3, -0.1], b: 1 / 3 };
    const parts = chain(clipByGlobalNorm(5), adamw({ weightDecay: 0.1 }));
    const named = groups({ one: adam(), other: frozen() }, (name) =>
      name === 'b' ? 'one' : 'other',
    );
    for (const optimizer of [
      adam(),
      lion(),
      rmsprop(),
      averaged(parts),
      accumulate(sgd(), 2),
      named,
    ]) {
      const first = optimizer.step(params, slopes, optimizer.init(params));
      const saved = JSON.parse(JSON.stringify(first.state)) as typeof first.state;
      const next = optimizer.step(first.params, slopes, first.state);
      expect(optimizer.step(first.params, slopes, saved)).toEqual(next);
      const lists = JSON.stringify(first.state, (_, x: unknown) =>
        x instanceof Float64Array ? [...x] : x,
      );
      expect(optimizer.step(first.params, slopes, JSON.parse(lists))).toEqual(next);
    }
    const mean = averaged(sgd());
    const { state } = mean.step(params, slopes, mean.init(params));
    expect(mean.average(params, JSON.parse(JSON.stringify(state)))).toEqual(
      mean.average(params, state),
    );
  });

  test.each<[string, unknown, string]>([
    ['of another optimizer', JSON.parse(JSON.stringify(adam().init([1]))), 'another optimizer'],
    ['of other parameters', JSON.parse(JSON.stringify(rmsprop().init([1, 2]))), 'other parameters'],
    ['with a number that JSON does not have', { size: null, inner: {} }, 'null is not a number'],
    ['that is a text', 'state', 'not an object'],
  ])('refuses a state %s.', (_, state, text) => {
    const optimizer = rmsprop();
    expect(() => optimizer.step([1], [1], state as ReturnType<typeof optimizer.init>)).toThrow(
      text,
    );
  });

  test('finds the minimum of a function by its gradients.', () => {
    const slope = grad(({ x, y }: { x: Real; y: Real }): Real => {
      const [a, b] = [sub(x, 1), sub(y, mul(x, x))];
      return add(mul(a, a), mul(10, mul(b, b)));
    });
    const optimizer = adam({ learningRate: cosineSchedule({ start: 0.1, steps: 800 }) });
    let params = { x: -1, y: 1 };
    let state = optimizer.init(params);
    for (let k = 0; k < 800; k++) {
      ({ params, state } = optimizer.step(params, slope(params), state));
    }
    expect(Math.hypot(params.x - 1, params.y - 1)).toBeLessThan(1e-3);
  });

  test.each<[string, () => unknown, RegExp]>([
    [
      'a gradient of another shape',
      () => last(adam(), [1, 2], [[1, 2, 3]]),
      /the gradient has the wrong shape/,
    ],
    [
      'the state of others',
      () => adam().step([1], [1], adam().init([1, 2])),
      /belongs to 2 parameters, but there are 1/,
    ],
    [
      'the state of another optimizer',
      () => adam().step([1, 2], [1, 2], sgd({ momentum: 0.5 }).init([1, 2])),
      /belongs to another optimizer: it has no (steps|mean)/,
    ],
    ['dual numbers', () => grad((x: Real) => (adam().init([x]), x))(1), /reached an optimizer/],
    ['a negative rate', () => sgd({ learningRate: -1 }), /option learningRate/],
    ['a share of 1', () => adam({ beta1: 1 }), /option beta1/],
    ['a momentum that grows', () => sgd({ momentum: 1.1 }), /option momentum/],
    ['a norm of nothing', () => clipByGlobalNorm(0), /option maxNorm/],
    ['no steps', () => accumulate(adam(), 0), /option every/],
    ['a share of a mean', () => averaged(adam(), { decay: 1 }), /option decay/],
    [
      'a group without optimizer',
      () => groups({ a: adam() }, () => 'b').init({ w: 1 }),
      /group "b", which has no optimizer. The groups that have one are "a"/,
    ],
    ['half a step', () => cosineSchedule({ start: 1, steps: 0.5 }), /option steps/],
  ])('refuses %s.', (_, attempt, message) => {
    expect(attempt).toThrow(message);
  });
});

describe('A part of an optimizer', () => {
  const down = (part: Optimizer) => chain(part, scaleByLearningRate(1));

  test('makes long gradients shorter, all parameters together, and short ones not.', () => {
    const clipped = (x: number, y: number) =>
      last(down(clipByGlobalNorm(5)), { x: 0, y: [0] }, [{ x, y: [y] }]);
    expect(clipped(3, 4)).toEqual({ x: -3, y: [-4] });
    expect(clipped(30, 40)).toEqual({ x: -3, y: [-4] });
    expect(clipped(3e200, 4e200).x).toBeCloseTo(-3, 14);
    expect(clipped(0, 0)).toEqual({ x: 0, y: [0] });
    expect(clipped(NaN, 1).x).toBeNaN();
  });

  test('clips numbers one by one.', () => {
    expect(last(down(clip(2)), [0, 0, 0], [[1, -5, NaN]])).toEqual([-1, 2, NaN]);
  });

  test('scales by a schedule.', () => {
    const scaled = chain(
      scaleBySchedule((step) => step),
      scaleByLearningRate(1),
    );
    expect(path(scaled, 0, [1, 1, 1])).toEqual([0, -1, -3]);
  });

  test('makes a step of the mean of several gradients.', () => {
    const found = path(
      accumulate(sgd({ learningRate: 1 }), 2),
      [-0, 0],
      [
        [1, 2],
        [3, 6],
        [1, 1],
        [1, 1],
      ],
    );
    expect(found).toEqual([
      [-0, 0],
      [-2, -4],
      [-2, -4],
      [-3, -5],
    ]);
  });

  test('treats groups of parameters in different ways, and leaves frozen ones alone.', () => {
    const optimizer = groups(
      { fast: sgd({ learningRate: 1 }), slow: clipThenStep(), still: frozen() },
      (name) => (name.startsWith('layers') ? 'slow' : name === 'array' ? 'fast' : 'still'),
    );
    const found = last(optimizer, tree, [ones()]);
    expect(found.array.tolist()).toEqual([[0, 1]]);
    expect(found.layers[0].weights).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect([found.floats, found.scale, found.map.get('k')]).toEqual([tree.floats, 2, 5]);
  });

  /** The norm is that of the four numbers of the group, without the others. */
  const clipThenStep = () => chain(clipByGlobalNorm(2), sgd({ learningRate: 1 }));

  test('keeps means of the parameters after each step.', () => {
    const average = (decay?: number) => {
      const optimizer = averaged(sgd({ learningRate: 1 }), decay === undefined ? {} : { decay });
      let state = optimizer.init({ x: 10 });
      expect(optimizer.average({ x: 0 }, state)).toEqual({ x: 10 });
      let params = { x: 10 };
      for (const x of [1, 2, 4]) ({ params, state } = optimizer.step(params, { x }, state));
      expect(params).toEqual({ x: 3 });
      return optimizer.average(params, state).x;
    };
    expect(average()).toBeCloseTo((9 + 7 + 3) / 3, 14);
    expect(average(0.5)).toBeCloseTo((9 + 2 * 7 + 4 * 3) / 7, 14);
    expect(average(0)).toBe(3);
  });

  test('may be one of the user.', () => {
    const signs = optimizerOf({
      start: () => ImmutableMap([['steps', 0]]),
      apply: (update, state) => ({ update: update.map(Math.sign), state }),
    });
    expect(last(chain(signs, scaleByLearningRate(0.5)), [1, 1], [[-9, 9]])).toEqual([1.5, 0.5]);
  });
});

describe('A schedule', () => {
  const steps = [0, 1, 2, 3, 4];
  test.each([
    ['falls in steps', stepSchedule({ start: 8, factor: 0.5, every: 2 }), [8, 8, 4, 4, 2]],
    [
      'falls along a wave',
      cosineSchedule({ start: 1, steps: 4, end: 0.5 }),
      [1, 0.5 + 0.25 * (1 + Math.SQRT1_2), 0.75, 0.5 + 0.25 * (1 - Math.SQRT1_2), 0.5],
    ],
    ['falls along a line', linearSchedule({ start: 1, steps: 2, end: 3 }), [1, 2, 3, 3, 3]],
    ['warms up', warmUp(3, stepSchedule({ start: 4, factor: 0.5, every: 1 })), [1, 2, 3, 4, 2]],
  ])('%s.', (_, schedule, expected) => {
    steps.forEach((step, k) => expect(schedule(step)).toBeCloseTo(expected[k], 14));
  });
});
