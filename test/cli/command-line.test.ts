/** The lines of the command in this process, on modules that are given. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { add, definePrimitive, mul, sin, sqrt, sub, type Real } from 'delta-tape';
import { loadModel } from 'delta-tape/learn/node';
import { run } from '../../src/cli/command-line.js';
import { version } from '../../src/errors/version.js';

const wrong = definePrimitive({
  name: 'wrong',
  value: Math.sin,
  partials: [(x: Real) => x],
  formula: ['x'],
  domain: { text: 'all x', points: [[0.4]] },
  conventions: [],
});

const functions = {
  square: (x: Real) => mul(x, x),
  both: ({ k }: { k: Real }, x: Real) => mul(k, sin(x)),
  wrong,
  throwing: () => {
    throw new RangeError('too far');
  },
  pole: (x: Real) => mul(x, Infinity),
  count: 3,
};
const modules: Record<string, object> = { 'm.ts': functions, 'common.cjs': { default: functions } };

/** The output of a line, and its exit code. */
const answer = (...words: string[]) => answerOn({}, ...words);
async function answerOn(terminal: { isTTY?: boolean; columns?: number }, ...words: string[]) {
  let [out, err] = ['', ''];
  const exit = await run(
    words,
    {
      in: Readable.from([]),
      out: { ...terminal, write: (text) => (out += text) },
      err: { write: (text) => (err += text) },
    },
    (path) => Promise.resolve(modules[path]),
  );
  return { exit, out, err };
}

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'delta-tape-cli-'))));
afterAll(() => rmSync(folder, { recursive: true }));

test('source prints the gradient of a functional program as one.', async () => {
  const path = join(folder, 'prod.ts');
  const head = "import { reduce } from 'delta-tape/functional';";
  writeFileSync(
    path,
    `${head}\nexport const prod = (A: number[]) => reduce((x, y) => x * y, 1, A);`,
  );
  const { exit, out } = await answer('source', `${path}#prod`, '--kind', 'gradient');
  expect(exit).toBe(0);
  expect(out).toContain('// The gradient of prod in prod.ts');
  expect(out).toContain('shift1R(scanl((x, y) => x * y, 1, A))');
  const { err } = await answer('source', `${path}#prod`, '--kind', 'gradient', '--cost');
  expect(err).toContain('the option cost must be left out');
});

describe('grad', () => {
  test('prints value and gradient.', async () => {
    expect(await answer('grad', 'm.ts#square', '--at', '3')).toEqual({
      exit: 0,
      out: 'value     9\ngradient  6\n',
      err: '',
    });
  });

  test('takes an argument for each --at, and positions by --wrt.', async () => {
    const { out } = await answer(
      'grad',
      'm.ts#both',
      '--at',
      '{"k":2}',
      '--at',
      '0',
      '--wrt',
      '0,1',
      '--json',
    );
    expect(JSON.parse(out)).toEqual({ value: 0, gradient: [{ k: 0 }, 2] });
  });

  test('takes a key by --wrt, and functions of CommonJS modules.', async () => {
    const { out } = await answer(
      'grad',
      'common.cjs#both',
      '--at',
      '{"k":2}',
      '--at',
      '1',
      '--wrt',
      'k',
      '--json',
    );
    expect(JSON.parse(out)).toEqual({ value: 2 * Math.sin(1), gradient: Math.sin(1) });
  });

  test('writes numbers that JSON does not have as texts.', async () => {
    const { out } = await answer('grad', 'm.ts#pole', '--at', '1', '--json');
    expect(JSON.parse(out)).toEqual({ value: 'Infinity', gradient: 'Infinity' });
  });
});

describe('check', () => {
  test('ends with 0 where the laws hold.', async () => {
    const { exit, out } = await answer('check', 'm.ts#square', '--at', '3');
    expect(exit).toBe(0);
    expect(out).toMatch(/^The derivatives obey the laws/);
  });

  test('ends with 1 where a derivative is wrong.', async () => {
    const { exit, out } = await answer('check', 'm.ts#wrong', '--at', '0.4', '--json');
    expect(exit).toBe(1);
    expect((JSON.parse(out) as { ok: boolean }).ok).toBe(false);
  });
});

test('explain prints the Let-bindings, or gives them as data.', async () => {
  expect((await answer('explain', 'm.ts#square', '--at', '3')).out).toBe(
    'Let x1 = Add (Scale 3 (Var s)) (Scale 3 (Var s)) in\nVar x1\n',
  );
  const { out } = await answer('explain', 'm.ts#square', '--at', '3', '--json');
  expect(JSON.parse(out)).toMatchObject({ value: 9, counts: { bindings: 1, edges: 2 } });
});

test('bench measures a function and its gradient.', async () => {
  const { out } = await answer('bench', 'm.ts#square', '--at', '3', '--json');
  const found = JSON.parse(out) as Record<string, number>;
  expect(found.ratio).toBeGreaterThan(1);
  expect(found.ratio).toBeCloseTo(found.gradientMilliseconds / found.functionMilliseconds);
});

describe('train', () => {
  const config = {
    params: { slope: 0 },
    loss: ({ slope }: { slope: Real }, points: [number, number][]) =>
      mul(
        1 / points.length,
        points
          .map(([x, y]) => {
            const d = sub(mul(slope, x), y);
            return mul(d, d);
          })
          .reduce((a: Real, b) => add(a, b), 0),
      ),
    data: [
      [1, 2],
      [2, 4],
    ],
    epochs: 2,
  };

  test('trains what the default export describes, tells each epoch, and saves the parameters.', async () => {
    modules['config.ts'] = { default: config };
    const file = join(folder, 'model.safetensors');
    const { exit, out, err } = await answer('train', 'config.ts', '--epochs', '3', '--save', file);
    expect([exit, out.startsWith('3 steps, loss ')]).toEqual([0, true]);
    expect(err.trim().split('\n')).toHaveLength(3);
    expect(loadModel(file, { slope: 0 }).slope).toBeGreaterThan(0);
  });

  test('goes on from a checkpoint.', async () => {
    modules['config.ts'] = { default: config };
    const file = join(folder, 'state');
    await answer('train', 'config.ts', '--checkpoint', file);
    const { out } = await answer(
      'train',
      'config.ts',
      '--checkpoint',
      file,
      '--epochs',
      '2',
      '--json',
    );
    expect(readFileSync(file).length).toBeGreaterThan(0);
    expect(JSON.parse(out)).toMatchObject({ steps: 2 });
  });

  test('says what is wrong with a module, or with an option of it.', async () => {
    modules['none.ts'] = {};
    modules['bad.ts'] = { default: { ...config, epochs: -1 } };
    expect((await answer('train', 'none.ts')).err).toContain('has no default export');
    expect(await answer('train', 'bad.ts')).toMatchObject({ exit: 3, out: '' });
    expect((await answer('train', 'config.ts', '--save', 'model.txt')).exit).toBe(2);
  });
});

describe('A terminal', () => {
  // One that runs in another shows no pictures, whatever the environment of the tests.
  const before = process.env.TMUX;
  beforeAll(() => (process.env.TMUX = 'yes'));
  afterAll(() => {
    if (before === undefined) delete process.env.TMUX;
    else process.env.TMUX = before;
  });
  const small = { isTTY: true, columns: 50 };

  test('sees data, curve, band and residuals of a fit; a file, or a program, sees none.', async () => {
    const file = join(folder, 'fit.csv');
    writeFileSync(
      file,
      `x,y\n${[1, 2, 3, 4, 5].map((x) => `${x},${2 * x + (x % 2)}`).join('\n')}\n`,
    );
    const words = ['fit', file, '--model', 'a * x + b'];
    const { out, exit } = await answerOn(small, ...words);
    expect(exit).toBe(0);
    for (const part of ['●', '━', '░', 'residuals, by x']) expect(out).toContain(part);
    const chart = out.slice(out.indexOf('converged in')).split('\n');
    expect(Math.max(...chart.map((row) => row.trimEnd().length))).toBeLessThanOrEqual(50);
    expect((await answer(...words)).out).not.toMatch(/[●━░]/);
    expect((await answerOn(small, ...words, '--json')).out).toBe(
      (await answer(...words, '--json')).out,
    );
  });

  test('sees the losses of a training, and bars of times.', async () => {
    const loss = (w: Real, [x]: number[]) => mul(sub(w, x), sub(w, x));
    const described = { params: 0, loss, data: [1, 2], validation: [1], epochs: 3, batchSize: 1 };
    modules['described.ts'] = { default: described };
    expect((await answerOn(small, 'train', 'described.ts')).out).toMatch(
      /^6 steps[^]*loss by epoch \(●: validation\)[^]*━/,
    );
    expect((await answer('train', 'described.ts')).out).not.toContain('━');
    expect((await answerOn(small, 'bench', 'm.ts#square', '--at', '3')).out).toContain('██████');
  });
});

describe('A wrong line gets one clear sentence:', () => {
  test.each([
    [['grad'], 'FILE#NAME is missing: write delta-tape grad FILE#NAME.', 2],
    [
      ['grad', 'm.ts', '--at', '1'],
      'm.ts names no function: write FILE#NAME, such as m.ts#loss.',
      2,
    ],
    [['grad', 'm.ts#square', 'm.ts#wrong', '--at', '1'], 'm.ts#wrong is one word too many', 2],
    [['grad', 'm.ts#square'], '--at is missing', 2],
    [['grad', 'm.ts#square', '--at', '[1,'], '--at [1, is not JSON, such as 2, [1, 2] or', 2],
    [
      ['grad', 'm.ts#cube', '--at', '1'],
      'm.ts exports nothing called cube; its functions are square, both,',
      2,
    ],
    [['grad', 'm.ts#count', '--at', '1'], 'm.ts exports no function called count', 2],
    [['grad', 'm.ts#throwing', '--at', '1'], 'm.ts#throwing: RangeError: too far', 3],
    [['grad', 'm.ts#square', '--at', '"x"'], 'm.ts#square: argument 0 is', 3],
    [['check', 'm.ts#square', '--at', '1', '--order', '3'], '--order 3 is neither 1 nor 2.', 2],
    [['grade', 'm.ts#square'], 'there is no verb grade. Did you mean grad? There are grad,', 2],
    [['plot'], 'there is no verb plot. There are grad, check', 2],
    [['--vresion'], 'there is no verb --vresion.', 2],
    [
      ['fit', 'd.csv', '--modle', 'a'],
      'delta-tape fit has no option --modle. Did you mean --model? Its options are --model, --y',
      2,
    ],
    [['grad', 'm.ts#square', '-x', '1'], 'delta-tape grad has no option -x.', 2],
    [['grad', 'm.ts#square', '--at'], '--at needs a value: --at JSON, an argument of the', 2],
    [['fit', 'd.csv', '--model', '--json'], 'If --json is the value, write --model=--json.', 2],
    [['grad', 'm.ts#square', '--json=yes'], '--json takes no value: write --json alone.', 2],
    [['grad', 'm.ts#square', '--at', '1', '--wrt', '-1'], '--wrt -1 names no argument', 2],
    [
      ['check', 'm.ts#square', '--at', '1', '--seed', '1.5'],
      '--seed 1.5 is not a whole number.',
      2,
    ],
    [['train', 'c.ts', '--epochs', '-1'], '--epochs -1 is not a whole number of at least 0.', 2],
    [['source', 'm.ts#square', '--cost'], '--cost needs --kind: gradient, jvp', 2],
    [['source', 'm.ts#square', '--kind', 'gradeint'], 'Did you mean gradient?', 2],
    [
      ['check', 'm.ts#square', '--at', '1', '--at', '2'],
      '--at is given twice: delta-tape check',
      2,
    ],
    [['grad', 'm.ts#square', '--at', '1', '--wrt', '5'], 'the option wrt names argument 5', 2],
    [['source', 'src#square', '--kind', 'jvp'], 'src is a folder: name a file in it.', 2],
    [['fit', 'd.csv', '--model', 'a', '--start', 'a=1,a=2'], '--start a=1,a=2 gives a twice.', 2],
    [
      ['train', 'c.ts', '--save', 'no/such/m.npz'],
      'no/such/m.npz cannot be written: there is no folder no/such.',
      2,
    ],
    [['train', 'c.ts', '--checkpoint', '/'], '/ cannot be written: it is a folder.', 2],
    [['source', 'm.ts#square', '--out', 'no/such/f.ts'], 'no/such/f.ts cannot be written', 2],
  ])('%j', async (words, said, exit) => {
    const found = await answer(...words);
    expect(found).toMatchObject({ exit, out: '' });
    expect(found.err).toContain(said);
    expect(found.err).not.toMatch(/\n +at /);
    expect(found.err.trim().split('\n')).toHaveLength(1);
  });
});

describe('Arguments that are missing are not taken for undefined', () => {
  const written: Record<string, string> = {
    'two.ts': `export const f = (x: number, [y]: number[], k?: number, n = 2) => x * y * (k ?? n);
      export { g as h }; function g(x: number, ...rest: number[]) { return x; }`,
    'two.cjs': 'exports.f = function (x, y) { return x * y; };',
  };
  let at: (name: string) => string;
  beforeAll(() => {
    at = (name) => join(folder, name);
    for (const name of Object.keys(written)) writeFileSync(at(name), written[name]);
    modules[at('two.ts')] = {
      f: (x: Real, [y]: number[], k: number | undefined, n = 2) => mul(x, y * (k ?? n)),
      h: (x: Real) => x,
    };
    modules[at('two.cjs')] = { f: (x: Real, y: number) => mul(x, y) };
  });

  test.each([
    [
      'two.ts#f',
      ['1'],
      'takes 4 arguments (x, argument 1, k, n), and --at gives 1: argument 1 is missing',
    ],
    ['two.ts#f', ['1', '[2]', '3', '4', '5'], 'and --at gives 5. Leave out --at'],
    ['two.cjs#f', ['1'], 'takes 2 arguments (x, y), and --at gives 1: y is missing'],
  ])('%s %j', async (name, args, said) => {
    for (const verb of ['grad', 'explain', 'bench']) {
      const words = args.flatMap((arg) => ['--at', arg]);
      const { exit, err } = await answer(verb, at(name), ...words);
      expect([exit, err]).toEqual([2, expect.stringContaining(said)]);
    }
  });

  test('unless the function can do without them, or takes any number.', async () => {
    expect((await answer('grad', at('two.ts#f'), '--at', '1', '--at', '[2]')).exit).toBe(0);
    expect((await answer('grad', at('two.ts#h'), '--at', '1', '--at', '2')).exit).toBe(0);
  });

  test('nor by check, which gives one.', async () => {
    const { exit, err } = await answer('check', at('two.cjs#f'), '--at', '1');
    expect([exit, err]).toEqual([2, expect.stringContaining('y is missing')]);
  });
});

test.each(['--version', '-v', 'version'])('%s prints the version.', async (word) => {
  expect(await answer(word)).toEqual({ exit: 0, out: `${version}\n`, err: '' });
});

test('help is help, of all verbs or of one.', async () => {
  const all = await answer('--help');
  expect(all.out).toContain('delta-tape VERB --help');
  expect(await answer('help')).toEqual(all);
  expect(await answer('help', 'fit')).toEqual(await answer('fit', '--help'));
  expect(await answer('fit', 'd.csv', '-h')).toEqual(await answer('fit', '--help'));
  expect((await answer('help', 'fitt')).err).toContain('Did you mean fit?');
});

test('A gradient that is not a number is no good answer.', async () => {
  modules['nan.ts'] = { f: ({ a }: { a: Real }) => mul(a, NaN) };
  const { exit, out, err } = await answer('grad', 'nan.ts#f', '--at', '{"a":1}');
  expect([exit, out]).toEqual([1, 'value     NaN\ngradient  { a: NaN }\n']);
  expect(err).toContain('see whether --at gives all that it reads');
});

test('A check in which nothing is finite is no good answer.', async () => {
  modules['nan.ts'] = { f: (x: Real) => sqrt(sub(x, 10)) };
  expect((await answer('check', 'nan.ts#f', '--at', '1')).exit).toBe(1);
});

test('A value may begin with a minus.', async () => {
  expect((await answer('grad', 'm.ts#square', '--at', '-3')).out).toBe(
    'value     9\ngradient  -6\n',
  );
  expect((await answer('grad', 'm.ts#square', '--at', '3', '-1')).exit).toBe(2);
});

test('Paths of Windows, and paths with #, are read.', async () => {
  modules['C:\\a#b\\m.ts'] = functions;
  expect((await answer('grad', 'C:\\a#b\\m.ts#square', '--at', '3')).exit).toBe(0);
});

test('A file that cannot be written is told.', async () => {
  const file = join(folder, 'no/such/f.svg');
  const { exit, err } = await answer('explain', 'm.ts#square', '--at', '3', '--svg', file);
  expect([exit, err]).toEqual([2, expect.stringContaining(`${file} cannot be written`)]);
});
