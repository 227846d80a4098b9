/** The cache of translations: what is found in it, and what it does without. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
const before = process.env.DELTA_TAPE_CACHE;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'delta-tape-cache-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  if (before === undefined) delete process.env.DELTA_TAPE_CACHE;
  else process.env.DELTA_TAPE_CACHE = before;
});

type Remembered = (parts: readonly string[], make: () => string) => string;

/** The cache as a program has it that was just started. */
async function started(setting: string, library?: string): Promise<Remembered> {
  process.env.DELTA_TAPE_CACHE = setting;
  jest.resetModules();
  if (library !== undefined) {
    jest.doMock('../../../src/plain/loaders/library-state.js', () => ({
      libraryState: () => library,
    }));
  }
  const { remembered } = await import('../../../src/plain/loaders/cache.js');
  jest.dontMock('../../../src/plain/loaders/library-state.js');
  return remembered;
}

/** The text that a program gets for some parts, and whether it had to make it. */
function asked(remembered: Remembered, ...parts: string[]): [text: string, made: boolean] {
  let made = false;
  const text = remembered(parts, () => {
    made = true;
    return `made of ${parts.join(' and ')}\nwith ∂`;
  });
  return [text, made];
}

const text = 'made of a and b\nwith ∂';
const entries = (): string[] => readdirSync(folder).filter((name) => name !== 'pruned');
const entry = (): string => join(folder, entries()[0]);

describe('The cache', () => {
  test('gives a text that was made before to the next program, as it was.', async () => {
    expect(asked(await started(folder), 'a', 'b')).toEqual([text, true]);
    expect(asked(await started(folder), 'a', 'b')).toEqual([text, false]);
  });

  test('tells parts apart, however they are split.', async () => {
    const remembered = await started(folder);
    for (const parts of [['a', 'b'], ['a', 'c'], ['ab', ''], ['', 'ab'], ['a b'], ['ab']]) {
      expect(asked(remembered, ...parts)[1]).toBe(true);
    }
    expect(entries()).toHaveLength(6);
  });

  test('knows nothing of what another make of the library made.', async () => {
    expect(asked(await started(folder, 'one'), 'a', 'b')).toEqual([text, true]);
    expect(asked(await started(folder, 'other'), 'a', 'b')).toEqual([text, true]);
    expect(asked(await started(folder, 'one'), 'a', 'b')).toEqual([text, false]);
  });

  test.each<[string, (path: string) => void]>([
    ['cut', (path) => truncateSync(path, statSync(path).size - 1)],
    ['cut to nothing', (path) => truncateSync(path, 0)],
    ['changed', (path) => writeFileSync(path, readFileSync(path, 'utf8').replace(/∂$/, 'd'))],
    ['longer', (path) => writeFileSync(path, '.', { flag: 'a' })],
    ['not a file', (path) => (rmSync(path), mkdirSync(path))],
  ])('makes anew what is %s.', async (_, damage) => {
    asked(await started(folder), 'a', 'b');
    damage(entry());
    expect(asked(await started(folder), 'a', 'b')).toEqual([text, true]);
  });

  test('mends what was damaged.', async () => {
    asked(await started(folder), 'a', 'b');
    truncateSync(entry(), 70);
    asked(await started(folder), 'a', 'b');
    expect(asked(await started(folder), 'a', 'b')).toEqual([text, false]);
  });

  test('does without a folder that cannot be written.', async () => {
    writeFileSync(join(folder, 'file'), '');
    const remembered = await started(join(folder, 'file', 'below'));
    expect(asked(remembered, 'a', 'b')).toEqual([text, true]);
    expect(asked(remembered, 'a', 'b')).toEqual([text, true]);
    expect(entries()).toEqual(['file']);
  });

  test('writes nothing if it is off.', async () => {
    const working = process.cwd();
    mkdirSync(join(folder, 'node_modules'));
    try {
      process.chdir(folder);
      expect(asked(await started('off'), 'a', 'b')).toEqual([text, true]);
      expect(existsSync(join(folder, 'node_modules/.cache'))).toBe(false);
      expect(asked(await started(''), 'a', 'b')).toEqual([text, true]);
      expect(readdirSync(join(folder, 'node_modules/.cache/delta-tape'))).toHaveLength(2);
    } finally {
      process.chdir(working);
    }
  });

  test('hands on the errors of what makes texts, and remembers none.', async () => {
    const remembered = await started(folder);
    const fail = () => {
      throw new SyntaxError('no');
    };
    expect(() => remembered(['a', 'b'], fail)).toThrow(new SyntaxError('no'));
    expect(asked(remembered, 'a', 'b')).toEqual([text, true]);
  });

  test('removes what was not used for 30 days, once a day.', async () => {
    const days = (count: number): Date => new Date(Date.now() - count * 24 * 60 * 60 * 1000);
    const remembered = await started(folder);
    asked(remembered, 'a', 'b');
    const old = entry();
    asked(remembered, 'used');
    const used = join(
      folder,
      entries().find((name) => join(folder, name) !== old)!,
    );
    for (const path of [old, used]) utimesSync(path, days(31), days(31));
    expect(asked(remembered, 'used')[1]).toBe(false);
    asked(remembered, 'today');
    expect(existsSync(old)).toBe(true);
    utimesSync(join(folder, 'pruned'), days(2), days(2));
    asked(remembered, 'tomorrow');
    expect([old, used].map((path) => existsSync(path))).toEqual([false, true]);
  });
});
