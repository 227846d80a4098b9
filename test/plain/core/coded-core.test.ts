/** Cores of bundles in few characters. */
import { exampleText, codedExample } from '../../../src/plain/core/example-program.js';
import { coded, codedAlone, decoded } from '../../../src/plain/core/coded-core.js';
import type { types as t } from '../../../src/plain/front/syntax.js';
import { programOf } from '../../../src/plain/core/desugar.js';
import { Packing } from '../../../src/plain/core/packed-core.js';
import { parseSync } from '../../../src/vendor/babel.js';

const settings = { configFile: false, babelrc: false, sourceType: 'module' } as const;
const coreOf = (text: string) => programOf((parseSync(text, settings) as t.File).program, []);

const program = `
  const decay = ({ rate, first }, days) => {
    let count = first;
    for (let day = 0; day < days; day++) count -= rate * count;
    return Math.log(count) ** 2;
  };`;

test('A core is what it was, in a sixth of the characters.', () => {
  const core = coreOf(program);
  const text = coded(core);
  expect(decoded(text)).toEqual(core);
  expect(6 * text.length).toBeLessThan(new Packing().packed(core).length);
  expect(text).toMatch(/^[^"'`$\\\n]*$/);
});

test.each([
  [[0, -0, 1.5, -7, 2 ** 40, NaN, Infinity, -Infinity, 1e-300]],
  [[undefined, null, true, false, [], [[[]]]]],
  [['', 'a\0b', 'naïve ∂', '\ud800', '😀', '%7', '%0', 'tag']],
  [[12345678901234567890n, -3n]],
  [[{ tag: 'new', odd: 1 }, { odd: 1 }, { line: 7, at: 100 }, { line: 3, at: 20, lines: [4, 5] }]],
])('All that a core may hold is read again: %p.', (values) => {
  expect(decoded(coded(values))).toStrictEqual(values);
});

test('What is kept of the example is its core.', () => {
  expect(codedExample).toBe(codedAlone(coreOf(exampleText)));
});

test('A text that was changed is no such core.', () => {
  const core = coreOf(program);
  const text = coded(core);
  const found = (() => {
    try {
      return decoded(`!${text.slice(1)}`);
    } catch {
      return undefined;
    }
  })();
  expect(found).not.toEqual(core);
});
