/** Regular expressions in compiled code: what they find, where they go on, and which are left to runs. */
import { valueAndGrad } from 'delta-tape';
import { modules, type F } from '../../../support/linked-modules.js';
import { source } from '../../../support/numeric.js';
import { answer, withoutCompiled } from '../../../support/tiers.js';

type Native = (x: number[], t: string) => number;
const both = valueAndGrad as unknown as (f: F) => Native;

/** True if code answers; its value and gradient are those of the source and of a run. */
function compiles(text: string, given: string): boolean {
  const f = modules({ program: text })('program').f as F;
  const x = [0.5, 0.25, 2];
  const found = both(f)(x, given) as unknown as { value: number; gradient: number[] };
  expect(found.value).toBe((source(text) as unknown as Native)([...x], given));
  expect(found).toEqual(withoutCompiled(() => both(f)(x, given)));
  return answer(f, [x, given], [0]) !== null;
}

const within = (body: string, before = '') =>
  `${before}\nexport function f(x: number[], t: string): number { let s = x[0] * x[1]; ${body} return s; }`;

test.each([
  [
    'a tokenizer',
    'const re = /\\s*(?:(\\d+)|(.))/g; let m; while ((m = re.exec(t)) !== null) s = Math.sin(s + (m[1] !== undefined ? Number(m[1]) : x[1])) + re.lastIndex;',
  ],
  [
    'a sticky one',
    'const re = /[a-z]/y; re.lastIndex = 1; while (re.test(t)) s = s * x[2] + re.lastIndex;',
  ],
  [
    'names of groups',
    'const m = /(?<key>\\w+)=(?<n>\\d+)/.exec(t); if (m) s *= Number(m.groups!.n) + m.groups!.key.length + m.index;',
  ],
  [
    'groups of a list',
    'const m = t.match(/(\\d)(\\d)/); if (m) s *= m.slice(1).map(Number).reduce((a, b) => a + b, 0);',
  ],
  [
    'all matches',
    'for (const [whole, d] of t.matchAll(/a(\\d)?/g)) s = Math.sin(s + whole.length + (d === undefined ? x[2] : 1));',
  ],
  [
    'texts that are replaced',
    's *= t.replace(/(a)(\\d)/g, "$2$1").charCodeAt(0) + t.trim().padEnd(12, "*").length;',
  ],
])('%s', (_, body) => {
  for (const given of ['a1b2', ' key=42 a', '', 'abc7a', '12a'])
    expect(compiles(within(body), given)).toBe(true);
});

test('A pattern of the module that remembers, and that somebody else may move, is left to a run.', () => {
  const search = 's *= t.replace(RE, "").length + 1;';
  expect(compiles(within(search, 'const RE = /a/g;'), 'aba')).toBe(true);
  expect(compiles(within('while (RE.test(t)) s *= x[2];', 'const RE = /a/g;'), 'aba')).toBe(false);
  expect(compiles(within(search, 'const RE = /a/g; RE.lastIndex = 1;'), 'aba')).toBe(false);
  expect(compiles(within(search, 'export let RE = /a/g;'), 'aba')).toBe(false);
});

test('What would throw is thrown, also where it stands behind a question.', () => {
  const text = within(
    'for (let k = 0; k < 3; k++) if (t.length > 2) s += Number((1.25).toFixed(x.length * 50)); else s *= "ab".repeat(2).length;',
  );
  expect(compiles(text, 'a')).toBe(true);
  const f = modules({ program: text })('program').f as F;
  expect(() => both(f)([0.5, 0.25, 2], 'abc')).toThrow(RangeError);
});
