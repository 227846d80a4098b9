/**
 * The cost of translation is linear: twice the program is twice the work and twice the text, for programs of
 * many shapes.
 */
import { join } from 'node:path';
import { inTurn } from '../../support/sample.js';
import { CountedModules } from './counted.js';
import { shapes } from './programs/index.js';

const SIZE = 24;
/** The factor by which twice the program may take more; 4 is quadratic. */
const MOST = 2.15;

const root = join(__dirname, '../../..');
const counted = new CountedModules((path) =>
  /src\/plain\/(front|general|lower|improve|ir|plugin|translate)|counted-examples/.test(
    path.replaceAll('\\', '/'),
  ),
);
const load = <T>(path: string): T => counted.load(join(root, path)) as T;

describe('Twice the program is no more than twice the work and twice the text:', () => {
  const { translate } =
    load<typeof import('../../../src/plain/translate.js')>('src/plain/translate.ts');

  /** The work of the translation of a program, and the number of words in it. */
  function taken(text: string): { readonly work: number; readonly words: number } {
    let code = '';
    const work = counted.of(() => (code = translate(text, { filename: 'program.ts' }).code));
    return { work, words: code.match(/[\w$]+|[^\w$\s]/g)!.length };
  }

  /** The factor in work or in text, whichever is more, between `size` and twice of it. */
  function growth(make: (n: number) => string, size: number): number {
    const [once, twice] = [taken(make(size)), taken(make(2 * size))];
    return Math.max(twice.work / once.work, twice.words / once.words);
  }

  test.each(inTurn(Object.entries(shapes), 3))('%s.', (_, make) => {
    const first = growth(make, SIZE);
    // Code that is nested from some depth on is laid out in parts, which is one step up: after it, all is as before.
    expect(first < MOST ? first : growth(make, 4 * SIZE)).toBeLessThan(MOST);
  });

  test('it is the same work each time.', () => {
    const text = shapes['a formula, called often'](SIZE);
    // The first time, tables are filled.
    taken(text);
    expect(taken(text)).toEqual(taken(text));
  });
});

describe('The count of work', () => {
  const { once, pairs, different } = load<typeof import('./counted-examples.js')>(
    'test/plain/growth/counted-examples.ts',
  );
  const growth = (of: (n: number) => void): number =>
    counted.of(() => of(2 * SIZE)) / counted.of(() => of(SIZE));

  test('grows with linear work as that does.', () => {
    expect(growth(once)).toBeLessThan(MOST);
  });

  test.each([
    ['in steps', pairs],
    ['within a method that calls nothing', different],
  ])('objects to quadratic work %s.', (_, of) => {
    expect(growth(of)).toBeGreaterThan(3);
  });
});
