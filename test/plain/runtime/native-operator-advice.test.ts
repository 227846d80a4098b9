/** The error of a native operator on a dual tells what to do in the situation it was met in. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grad, type Real } from 'delta-tape';
import { plain } from 'delta-tape/plain';

const folder = mkdtempSync(join(tmpdir(), 'delta-tape-situations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Numeric = (x: number) => number;

/** A function of a package that is installed in a folder. */
function packaged(name: string): Numeric {
  const place = join(folder, 'node_modules', name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'index.js'), 'exports.twice = (x) => x * 2;');
  return (createRequire(join(folder, 'main.js'))(name) as { twice: Numeric }).twice;
}

function message(f: Numeric): string {
  try {
    grad(f as (x: Real) => Real)(3);
  } catch (error) {
    return String(error);
  }
  throw new Error('nothing was refused');
}

const words = (text: string): number => text.split(/\s+/).length;

describe('The error of a native operator on a dual', () => {
  test.each(['numeric', '@scope/numeric'])(
    'names the package %s, the line that calls it, and the command that has it translated.',
    (name) => {
      const twice = packaged(name);
      const text = message((x) => twice(x));
      expect(text).toMatch(`in the package ${name}, called from `);
      expect(text).toMatch(/called from \S*native-operator-advice\.test\.ts:\d+:\d+\. /);
      expect(text).toContain(`Have it translated: npx delta-tape include ${name}, `);
      expect(text).toMatch("preset: 'delta-tape' in jest.config.js");
      expect(words(text)).toBeLessThanOrEqual(60);
    },
  );

  test('names what Jest needs in a file that is not translated.', () => {
    const text = message((x) => x * 2);
    expect(text).toMatch(/native-operator-advice\.test\.ts:\d+:\d+/);
    expect(text).toMatch("preset: 'delta-tape' in jest.config.js");
    expect(text).toMatch('delta-tape/babel');
    expect(words(text)).toBeLessThanOrEqual(60);
  });

  test.each([
    [
      'DataView',
      (x: number) => {
        new DataView(new ArrayBuffer(8)).setFloat64(0, x);
        return x;
      },
    ],
    ['Intl', (x: number) => new Intl.NumberFormat('en').format(x).length],
    ['Atomics', (x: number) => Atomics.store(new Int32Array(1), 0, x)],
    ['Date', (x: number) => new Date().setTime(x)],
  ])('says primalOf where translated code calls %s.', (_, f) => {
    const text = message(plain(f));
    expect(text).toMatch(/^DeltaTapeError: (in \S+ )?at \S+:\d+:\d+, a dual number met/);
    expect(text).toMatch('takes no dual numbers: give it primalOf(x)');
    expect(words(text)).toBeLessThanOrEqual(60);
  });
});
