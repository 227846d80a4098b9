/** Packed lowered functions: the same text comes back, from half as many characters. */
import fc from 'fast-check';
import { writtenLowered } from '../../../src/plain/ir/lowered-text.js';
import { packed, unpacked } from '../../../src/plain/ir/packed.js';
import { primers } from '../../../src/plain/ir/primers.js';
import { arrayPrograms } from '../../support/array-programs.js';
import { loweredText } from '../../support/numeric.js';
import { sampled } from '../../support/sample.js';

const textOf = (program: string): string | null => {
  const lowered = loweredText(program);
  return lowered.tag === 'refused' ? null : writtenLowered(lowered, 'bare');
};

test('A text that is packed comes back, from half as many characters.', () => {
  let [before, after] = [0, 0];
  fc.assert(
    fc.property(arrayPrograms, ({ text }) => {
      const written = textOf(text);
      if (written === null) return;
      const short = packed(written);
      expect(unpacked(short)).toBe(written);
      // No character that a text of JavaScript would have to mark.
      expect(short).toMatch(/^[ !#%&(-[\]-_a-~]*$/);
      before += written.length;
      after += short.length;
    }),
    { numRuns: sampled(25) },
  );
  expect(after).toBeLessThan(before / 2);
});

const letters = `export function f(o: { größe: number; '😀': number }) { return o.größe * o['😀']; }`;
const sum = Array.from({ length: 150 }, (_, k) => `x * ${k + 10.5}`).join(' + ');

test.each([
  ['Letters of any alphabet', letters],
  ['More heads than have places of their own', `export function f(x: number) { return ${sum}; }`],
])('%s come back.', (_, program) => {
  const text = textOf(program)!;
  expect(unpacked(packed(text))).toBe(text);
});

test('The primers are such texts, and hardly take a character once they were seen.', () => {
  for (const primer of primers) {
    expect(unpacked(packed(primer))).toBe(primer);
    expect(packed(primer).length).toBeLessThan(primer.length / 4);
  }
});

test('A character that is another one gives another text, or none.', () => {
  const [text] = primers;
  const short = packed(text);
  const other = short.slice(0, 3) + (short[3] === 'A' ? 'B' : 'A') + short.slice(4);
  const read = () => unpacked(other);
  let found: string | null = null;
  try {
    found = read();
  } catch {
    // It is no text then.
  }
  expect(found).not.toBe(text);
});
