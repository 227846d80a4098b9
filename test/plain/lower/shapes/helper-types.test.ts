/** Types that TypeScript makes of others: arguments of these types are compiled. */
import { why } from 'delta-tape/plain';
import { modules, type F } from '../../../support/linked-modules.js';
import { answer, difference, withoutCompiled } from '../../../support/tiers.js';

const types = `
interface P { a: number; b: number; c?: number }
type Name = 'a' | 'b';
type Loss = 'l1' | 'l2';`;

const load = (text: string): F => modules({ m: `${types}\nexport const f = ${text};` })('m').f as F;

const isSame = (f: F, args: readonly unknown[]): boolean => {
  const found = answer(f, args, 0);
  if (found === null) return false;
  expect(withoutCompiled(() => difference(found, f, args, 0))).toBeNull();
  return true;
};

test.each([
  ['Partial<P>', '(p.a ?? 2) * (p.b ?? 3)', { a: 5 }],
  ['Required<P>', 'p.a * p.b * p.c', { a: 5, b: 2, c: 3 }],
  ['Readonly<Partial<P>>', '(p.a ?? 2) * (p.c ?? 3)', { a: 5 }],
  ["Pick<P, 'a' | 'c'>", 'p.a * (p.c ?? 3)', { a: 5 }],
  ["Omit<P, 'c'>", 'p.a * p.b', { a: 5, b: 2 }],
  ['Record<Name, number>', 'p.a * p.b', { a: 5, b: 2 }],
  ['Record<keyof P, number>', 'p.a * p.b * p.c', { a: 5, b: 2, c: 3 }],
  ['Record<Name, number[]>', 'p.a[0] * p.b[1]', { a: [5, 2], b: [2, 4] }],
  ['{ readonly [K in Name]: number }', 'p.a * p.b', { a: 5, b: 2 }],
  ['NonNullable<P | null>', 'p.a * p.b', { a: 5, b: 2 }],
  ["Omit<P, 'a'> & { a: number }", 'p.a * p.b', { a: 5, b: 2 }],
])('%s is known.', (type, body, p) => {
  const f = load(`(p: ${type}): number => ${body}`);
  expect(why(f).versions[0]).toMatchObject({ version: 'compiled', exists: true });
  expect(isSame(f, [p])).toBe(true);
});

test.each([
  ["{ [K in 'a' | 'b']: K }", 'Object(p).a * 1'],
  ['Record<Loss, unknown>', 'Object(p).l1 * 1'],
  ["Pick<Map<string, number>, 'get'>", "p.get('a') * 2"],
])('%s is left to a run.', (type, body) => {
  expect(why(load(`(p: ${type}): number => ${body}`)).versions[0].exists).toBe(false);
});

test('A name of a field is a text.', () => {
  const f = load('(x: number, k: keyof P): number => (k === "a" ? x : x * x)');
  for (const args of [
    [3, 'a'],
    [3, 'b'],
  ])
    expect(isSame(f, args)).toBe(true);
});
