/**
 * Options that a function does not have are refused, by every function that takes options. The compiler finds these
 * functions, and the names of their options.
 */
import { execFileSync } from 'node:child_process';
import ts from 'typescript';
import * as tape from 'delta-tape';
import { DeltaTapeError, type Real } from 'delta-tape';
import * as compile from 'delta-tape/compile';
import * as learn from 'delta-tape/learn';
import * as inference from 'delta-tape/learn/inference';
import { machines } from 'delta-tape/learn/machines';
import * as node from 'delta-tape/learn/node';
import * as monad from 'delta-tape/monad';
import * as nn from 'delta-tape/nn';
import * as arrays from 'delta-tape/numpy';
import * as plain from 'delta-tape/plain';
import * as solve from 'delta-tape/solve';
import babel from '../src/plain/loaders/babel.js';
import { entries } from './support/reference.js';

type Call = (options: never) => unknown;
type Functions = Readonly<Record<string, (...args: readonly unknown[]) => never>>;

/** In the sources the types of numpy-ts are not resolved. */
const np = arrays as unknown as Functions;
const layers = nn as unknown as Functions;

const f = (x: Real): Real => tape.mul(x, x);
const bell = (x: Real) => inference.normalLogDensity(x, 0, 1);
const image = () => np.ones([1, 2, 2, 1]);
const row = { name: 'twice', value: (x: number) => 2 * x, partials: [() => 2], formula: ['2'] };
const example = { params: 1, loss: f, data: [1], epochs: 1 };
const numbers = np.ones([2]);
const [noReals] = monad.runState(
  monad.buildReals(0, () => monad.pure(0)),
  monad.initialState(1),
);

const derivatives = {
  assertGradient: (o: never) => tape.assertGradient(f)(1, o),
  checkGradient: (o: never) => tape.checkGradient(f)(1, o),
  definePrimitive: (o: object) =>
    tape.definePrimitive({ ...row, domain: { points: [[1]] }, conventions: [], ...o } as never),
  derivative: (o: never) => tape.derivative(f, o),
  explain: (o: never) => tape.explain(f, o),
  grad: (o: never) => tape.grad(f, o),
  hessian: (o: never) => tape.hessian(f, o),
  hvp: (o: never) => tape.hvp(f, o),
  jacobian: (o: never) => tape.jacobian(f, o),
  jvp: (o: never) => tape.jvp(f, o),
  linearTranspose: (o: never) => tape.linearTranspose(f, o),
  linearize: (o: never) => tape.linearize(f, o),
  loop: (o: never) => tape.loop(2, f, 1, o),
  pullbackForm: (o: never) => tape.pullbackForm(f, o),
  scan: (o: never) => tape.scan([1], (s: Real) => [s, s], 0, o),
  taylor: (o: never) => tape.taylor(f, 2, o),
  tower: (o: never) => tape.tower(f, o),
  trace: (o: never) => tape.trace(f, o),
  traceTerm: (o: never) => tape.traceTerm(f, o),
  valueAndGrad: (o: never) => tape.valueAndGrad(f, o),
  vjp: (o: never) => tape.vjp(f, o),
};

const learning = {
  adagrad: (o: never) => learn.adagrad(o),
  adam: (o: never) => learn.adam(o),
  adamw: (o: never) => learn.adamw(o),
  bootstrap: (o: never) => learn.bootstrap(([x]: readonly number[]) => x, [1, 2], o),
  averaged: (o: never) => learn.averaged(learn.sgd(), o),
  cosineSchedule: (o: object) => learn.cosineSchedule({ start: 1, steps: 2, ...o }),
  decodeNpz: (o: never) => learn.decodeNpz(learn.encodeNpz(new Map()), o),
  encodeNpz: (o: never) => learn.encodeNpz(new Map(), o),
  findRoot: (o: never) => learn.findRoot(f, 1, o),
  leastSquares: (o: never) => learn.leastSquares(f, 1, o),
  linearSchedule: (o: object) => learn.linearSchedule({ start: 1, steps: 2, ...o }),
  lion: (o: never) => learn.lion(o),
  map: (o: never) => learn.map('data:text/javascript,', 'f', [1], o).next(),
  minimize: (o: never) => learn.minimize(f, 1, o),
  randomTree: (o: never) => learn.randomTree([1], o),
  rmsprop: (o: never) => learn.rmsprop(o),
  sgd: (o: never) => learn.sgd(o),
  stepSchedule: (o: object) => learn.stepSchedule({ start: 1, factor: 1, every: 1, ...o }),
  sweep: (o: never) => learn.sweep(() => 1, { a: [1] }, o),
  train: (o: object) => learn.train({ ...example, ...o } as never),
};

/** Functions of numpy-ts that read and write texts and files. */
const ofFiles = Object.fromEntries(
  Object.entries(np).flatMap(([name, g]): [string, Call][] => {
    if (/^(load(?!Npy)|genfromtxt|parse(Npz|Txt))/.test(name)) return [[name, (o) => g('none', o)]];
    if (/^(savetxt|saveNpzFile$)/.test(name)) return [[name, (o) => g('none', numbers, o)]];
    return /^serialize(Npz|Txt)$/.test(name) ? [[name, (o) => g(numbers, o)]] : [];
  }),
);
const reductions = ['all', 'amax', 'amin', 'any', 'max', 'min', 'prod', 'sum'] as const;

/** Calls of all functions that take options, with nothing else wrong. */
const calls: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  'delta-tape': derivatives,
  'delta-tape/solve': {
    argmin: (o) => solve.argmin(f, o),
    fixedPoint: (o) => solve.fixedPoint(f, o),
    root: (o) => solve.root(f, o),
  },
  'delta-tape/learn': learning,
  'delta-tape/learn/inference': {
    hmc: (o) => inference.hmc(bell, 0, o),
    laplace: (o) => inference.laplace(bell, 0, o),
    nuts: (o) => inference.nuts(bell, 0, o),
  },
  'delta-tape/learn/machines': {
    machines: (o: object) => machines({ redis: 'redis://localhost:6379', ...o }),
  },
  'delta-tape/learn/node': {
    loadModel: (o) => node.loadModel('none.npz', 1, o),
    loadTensors: (o) => node.loadTensors('none.npz', o),
  },
  'delta-tape/nn': {
    avgPool: (o: object) => layers.avgPool(image(), { size: 1, ...o }),
    batchNorm: (o) => layers.batchNorm(image(), o),
    conv2d: (o) => layers.conv2d(image(), image(), o),
    crossEntropy: (o) => layers.crossEntropy(np.ones([1, 2]), [1], o),
    dropout: (o: object) => layers.dropout(numbers, { rate: 0, seed: 0, ...o }),
    gelu: (o) => layers.gelu(numbers, o),
    layerNorm: (o) => layers.layerNorm(numbers, o),
    maxPool: (o: object) => layers.maxPool(image(), { size: 1, ...o }),
  },
  'delta-tape/numpy': {
    ...Object.fromEntries(
      reductions.map((name) => [name, (o: never) => np[name](numbers, 0, false, o)]),
    ),
    ...ofFiles,
    array2string: (o) => np.array2string(numbers, o),
    configureWasm: (o) => np.configureWasm(o),
    printoptions: (o) => np.printoptions(o),
    set_printoptions: (o) => np.set_printoptions(o),
    vmap: (o) => np.vmap(f, o),
  },
  'delta-tape/monad': {
    applyVector: (o: object) =>
      monad.applyVector({ name: 'none', value: () => [], jacobian: () => [], ...o }, noReals),
  },
  'delta-tape/plain': {
    plain: (o) => plain.plain(f, o),
    translate: (o: object) => plain.translate('', { filename: 'a.ts', ...o }),
  },
  'delta-tape/compile': {
    gradientSource: (o) => compile.gradientSource('const f = (x: number) => x;', o),
    monadicSource: (o) => compile.monadicSource('const f = (x: number) => x;', o),
  },
};

/** Parameters of these names have options. */
const isNamed = (name: string): boolean => /^(options|opts|row|__\d)$/.test(name);

/** Functions that take options, by entry and name, with the names of these. */
function takingOptions(): Map<string, string[]> {
  const files = { ...entries, 'delta-tape/numpy': 'dist/numpy/index.d.ts' };
  const config: unknown = ts.readConfigFile('tsconfig.json', (file) =>
    ts.sys.readFile(file),
  ).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const program = ts.createProgram(Object.values(files), options);
  const checker = program.getTypeChecker();
  const found = new Map<string, Set<string>>();
  const look = (key: string, type: ts.Type, depth: number): void => {
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      for (const parameter of signature.getParameters()) {
        if (!isNamed(parameter.name)) continue;
        const given = checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
        const parts = given.isUnion() ? given.types : [given];
        const names = parts.flatMap((part) => part.getProperties().map(({ name }) => name));
        if (parts.some((part) => part.flags & ts.TypeFlags.Object || part.isIntersection()))
          found.set(key, new Set([...(found.get(key) ?? []), ...names]));
      }
      // What a function returns may take options, too.
      if (depth === 0) look(key, signature.getReturnType(), 1);
    }
  };
  for (const [entry, file] of Object.entries(files)) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
    for (const exported of checker.getExportsOfModule(module)) {
      const isAlias = exported.flags & ts.SymbolFlags.Alias;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      if (symbol.flags & ts.SymbolFlags.Value)
        look(`${entry} ${exported.name}`, checker.getTypeOfSymbol(symbol), 0);
    }
  }
  return new Map([...found].map(([key, names]) => [key, [...names].sort()]));
}

/** The error of a call. */
async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return null;
}

const known = takingOptions();
// The first takes what `Error` does, the second the options of the solver that it is given, which refuses others; the rest are made
// of parts by the library itself.
for (const key of [
  'delta-tape/learn multiStart',
  'delta-tape DeltaTapeError',
  'delta-tape/learn/inference Samples',
  'delta-tape/monad index',
])
  known.delete(key);
const cases = Object.entries(calls).flatMap(([entry, functions]) =>
  Object.entries(functions).map(([name, call]) => [`${entry} ${name}`, call] as const),
);

describe('Functions that take options', () => {
  test('are all called here.', () => {
    expect(cases.map(([key]) => key).sort()).toEqual([...known.keys()].sort());
  });

  test.each(cases)('refuse a misspelt one, and name all that there are: %s.', async (key, call) => {
    const names = known.get(key)!;
    // Two letters of the longest name are exchanged.
    const meant = names.reduce((one, other) => (other.length > one.length ? other : one));
    const wrong = `${meant.slice(0, -2)}${meant.at(-1)}${meant.at(-2)}`;
    const error = await errorOf(() =>
      call({ [wrong === meant ? `${meant}s` : wrong]: 1 } as never),
    );
    expect(error).toBeInstanceOf(DeltaTapeError);
    const { code, message } = error as DeltaTapeError;
    expect(code).toBe('unknown-option');
    expect(message).toContain(`Did you mean ${meant}?`);
    const [, listed] = /(?:options are|only option is) (.*)\.$/.exec(message)!;
    expect(listed.split(', ').sort()).toEqual(names);
  });
});

describe('Options', () => {
  test('of a strange name are refused without a guess.', async () => {
    const error = await errorOf(() => solve.root(f, { colour: 1 } as never));
    expect((error as Error).message).toBe(
      'root has no option colour. Its options are tolerance, maxIterations.',
    );
  });

  test.each([[null], [1], ['wrt'], [[0]], [f]])('must be an object: %p.', async (value) => {
    for (const call of [derivatives.grad, learning.minimize, learning.adam]) {
      const error = await errorOf(() => call(value as never));
      expect((error as DeltaTapeError).code).toBe('not-options');
    }
  });

  test('in options, in results and in other threads are checked, too.', async () => {
    const run = learn.leastSquares((x: Real) => [x, tape.sub(x, 1)], 0);
    const executor = node.threads(1);
    const density = { module: '/density.js', export: 'density' };
    const wrong: [() => unknown, string][] = [
      [
        () => learn.minimize(f, 1, { bounds: { min: 0 } } as never),
        'the option bounds of minimize',
      ],
      [() => learn.train({ ...example, earlyStopping: { patienc: 1 } } as never), 'earlyStopping'],
      [
        () => learn.train({ ...example, checkpoint: { evry: 1 } } as never),
        'the option checkpoint',
      ],
      [() => learn.train({ ...example, progress: { onSteps: f } } as never), 'the option progress'],
      [
        () => learn.multiStart(learn.minimize, f, [1], { methd: 'cg' } as never),
        'minimize has no option methd',
      ],
      [() => run.band((x: Real) => x, { levl: 0.9 } as never), 'band has no option levl'],
      [() => inference.nuts(density, 0, { executor, drws: 1 } as never), 'nuts has no option drws'],
      [
        () => inference.hmc(density, 0, { executor, maxDepth: 1 } as never),
        'hmc has no option maxDepth',
      ],
    ];
    for (const [call, text] of wrong)
      expect(await errorOf(call)).toMatchObject({
        code: 'unknown-option',
        message: expect.stringContaining(text) as string,
      });
    await executor.close();
  });

  test('by name are refused where functions of arrays would ignore them.', async () => {
    for (const call of [
      () => np.sum(np.ones([2, 2]), { axis: 0 }),
      () => np.std(np.ones([2, 2]), { ddof: 1 }),
      () => np.argmax(np.ones([2, 2]), { axis: 0 }),
      () => (np.linalg as unknown as Functions).norm(np.ones([2]), { ord: 1 }),
    ])
      expect(await errorOf(call)).toMatchObject({ code: 'array-option' });
  });
});

describe('Loaders', () => {
  test('refuse other options: that of Babel.', async () => {
    const error = await errorOf(() => babel({}, { includes: [] } as never, '.'));
    expect(error).toMatchObject({ code: 'unknown-option' });
    expect((error as Error).message).toContain('Did you mean include?');
  });

  const plugins = ['bun', 'esbuild', 'farm', 'rolldown', 'rollup', 'rspack', 'vite', 'webpack'];
  const compiler = `{ options: { plugins: [] }, hooks: { compilation: { tap() {} } }, webpack: {}, rspack: { rspackVersion: '1' } }`;

  test.each(plugins)('refuse other options: the plugin of %s.', (name) => {
    const program = `
      import plugin from './dist/node/plain/loaders/${name}.js';
      try { plugin({ includes: [] }).apply?.(${compiler}); }
      catch ({ code, message }) { console.log(code, message); }`;
    const args = ['--input-type=module', '--eval', program];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toMatch(
      /^unknown-option .*Did you mean include\?/,
    );
  });
});
