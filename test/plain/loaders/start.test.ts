/** The modules that a program loads when it starts, with the package as it is installed. */
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { installed, ran } from '../../support/installed.js';
import { testInTurn } from '../../support/sample.js';

let project: string;
let remove: () => void;

const texts = {
  'main.ts': `
    import { grad } from 'delta-tape';
    import { cube } from './model.js';
    import old from './old.cts';
    console.log(grad(cube)(2), grad(old.square)(2));
  `,
  'model.ts': 'export const cube = (x: number): number => x * x * x;\n',
  'old.cts': 'export = { square: (x: number): number => x * x };\n',
};

beforeAll(async () => {
  ({ project, remove } = await installed());
}, 180_000);

beforeEach(() => {
  rmSync(join(project, 'node_modules/.cache'), { recursive: true, force: true });
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(project, name), text);
});

afterAll(() => remove());

interface Start {
  readonly printed: string;
  /** The modules that were loaded, in all threads. */
  readonly loaded: readonly string[];
}

/** Runs the program, and gives what it prints. */
async function printed(settings: Record<string, string> = {}): Promise<string> {
  const args = ['--import', 'delta-tape/register', 'main.ts'];
  const { stdout } = await ran(process.execPath, args, project, { ...process.env, ...settings });
  return stdout.trim();
}

/** Runs the program. Node tells the modules of every thread as a part of what it covers, which takes time. */
async function start(name: string, settings: Record<string, string> = {}): Promise<Start> {
  const coverage = join(project, 'coverage', name);
  mkdirSync(coverage, { recursive: true });
  const text = await printed({ NODE_V8_COVERAGE: coverage, ...settings });
  const loaded = readdirSync(coverage).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(coverage, file), 'utf8')) as {
      result: { url: string }[];
    };
    return result.map(({ url }) => url);
  });
  rmSync(coverage, { recursive: true });
  return { printed: text, loaded };
}

const hasBabel = ({ loaded }: Start): boolean =>
  loaded.some((url) => /vendor\/babel|plain\/translate/.test(url));
const right = '12 4';

describe('A program that starts', () => {
  testInTurn(0, 2)(
    'loads Babel once, and nothing of it when all its files were translated before.',
    async () => {
      const first = await start('first');
      expect(first.printed).toBe(right);
      expect(hasBabel(first)).toBe(true);
      const second = await start('second');
      expect(second.printed).toBe(right);
      expect(second.loaded.some((url) => url.endsWith('model.ts'))).toBe(true);
      expect(hasBabel(second)).toBe(false);
    },
  );

  testInTurn(1, 2)('loads Babel each time without a cache.', async () => {
    for (const name of ['first', 'second']) {
      const started = await start(name, { DELTA_TAPE_CACHE: 'off' });
      expect([started.printed, hasBabel(started)]).toEqual([right, true]);
    }
    expect(readdirSync(join(project, 'node_modules'))).not.toContain('.cache');
  });

  testInTurn(0, 2)('runs what its files say now.', async () => {
    await printed();
    writeFileSync(join(project, 'model.ts'), texts['model.ts'].replace('x * x * x', 'x * x'));
    expect(await printed()).toBe('4 4');
    writeFileSync(join(project, 'model.ts'), `'use no grad';\n${texts['model.ts']}`);
    await expect(printed()).rejects.toThrow('a dual number met a native operator');
  });

  testInTurn(1, 2)('is translated anew by another make of the library.', async () => {
    await printed();
    expect(hasBabel(await start('same'))).toBe(false);
    const library = join(project, 'node_modules/delta-tape/dist/plain/plugin.js');
    appendFileSync(library, '// changed\n');
    expect(hasBabel(await start('other'))).toBe(true);
    expect(hasBabel(await start('other again'))).toBe(false);
  });

  testInTurn(0, 2)(
    'may be started several times at once, and leaves every translation whole.',
    async () => {
      const starts = [1, 2, 3, 4].map(() => printed());
      expect(await Promise.all(starts)).toEqual([right, right, right, right]);
      expect(hasBabel(await start('after'))).toBe(false);
      const entries = readdirSync(join(project, 'node_modules/.cache/delta-tape'));
      expect(entries.filter((name) => !/^([0-9a-f]{64}|pruned)$/.test(name))).toEqual([]);
    },
  );
});
