/** The lines of the command in this process, on modules that are given. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { add, definePrimitive, mul, sin, sub, type Real } from 'delta-tape';
import { loadModel } from 'delta-tape/learn/node';
import { run } from '../../src/cli/command-line.js';

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

/** What a line prints, and what it ends with. */
const answer = (...words: string[]) => answerOn({}, ...words);
async function answerOn(terminal: { isTTY?: boolean; columns?: number }, ...words: string[]) {
  let [out, err] = ['', ''];
  const exit = await run(
    words,
    {
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
    [['grad', 'm.ts#square', '--at', '[1,'], '--at [1, is no JSON', 2],
    [
      ['grad', 'm.ts#cube', '--at', '1'],
      'm.ts exports nothing called cube; its functions are square, both,',
      2,
    ],
    [['grad', 'm.ts#count', '--at', '1'], 'm.ts exports no function called count', 2],
    [['grad', 'm.ts#throwing', '--at', '1'], 'm.ts#throwing: RangeError: too far', 3],
    [['grad', 'm.ts#square', '--at', '"x"'], 'm.ts#square: argument 0 is', 3],
    [['check', 'm.ts#square', '--at', '1', '--order', '3'], '--order 3 is neither 1 nor 2.', 2],
    [['grade', 'm.ts#square'], 'there is no verb grade; there are grad, check', 2],
    [['grad', 'm.ts#square', '--att', '1'], "Unknown option '--att'", 2],
    [
      ['check', 'm.ts#square', '--at', '1', '--at', '2'],
      '--at is given twice: delta-tape check',
      2,
    ],
    [['grad', 'm.ts#square', '--at', '1', '--wrt', '5'], 'the option wrt names argument 5', 2],
    [['source', 'src#square', '--kind', 'jvp'], 'src is a folder: name a file in it.', 2],
    [['fit', 'd.csv', '--model', 'a', '--start', 'a=1,a=2'], '--start a=1,a=2 gives a twice.', 2],
    [['train', 'c.ts', '--save', 'no/such/m.npz'], 'no/such/m.npz cannot be written', 2],
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
