/** Lines at random: whatever is written, the command answers, or says in its own words what is wrong. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { run } from '../../src/cli/command-line.js';
import { Table } from '../../src/cli/data/data-table.js';
import { Failure } from '../../src/cli/failure.js';
import { readFormula } from '../../src/cli/fit/formula.js';
import { sampled } from '../support/sample.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'delta-tape-lines-'));
  writeFileSync(join(folder, 'd.csv'), 't,y,err\n0,2,0.1\n1,1.2,0.1\n2,0.7,0.2\n3,0.5,0.1\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function answer(words: readonly string[]) {
  let [out, err] = ['', ''];
  const streams = {
    in: Readable.from([]),
    out: { write: (part: string) => (out += part) },
    err: { write: (part: string) => (err += part) },
  };
  const exit = await run(words, streams, () => Promise.resolve({ f: (x: number) => x }));
  return { exit, out, err };
}

const names = [
  'model',
  'y',
  'start',
  'lower',
  'upper',
  'fix',
  'sigma',
  'weights',
  'loss',
  'decimal',
];
const settings = ['a=1', 'b=0.5', 'a=-1,b=2', 'a', 'a=x', '=', 'c=1', 't=1', 'a=1,a=2', '', '-1'];
const texts = [
  'a*exp(-b*t)',
  'a',
  'a*t+b',
  'y',
  'a*y',
  'a/t',
  'log(t)*a',
  'q*T',
  '(',
  '',
  '-a',
  'err',
  '1/err^2',
  '-',
  '--json',
];
const option = fc.oneof(
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...texts, ...settings, ',', '.', 'huber')),
  fc.tuple(
    fc.constantFrom('json', 'no-header', 'absolute-sigma', 'modell', 'x'),
    fc.constant(null),
  ),
);
const line = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.array(option, { maxLength: 4 }),
    fc.array(fc.constantFrom('z', '-', '-q'), { maxLength: 1 }),
  )
  .map(([model, options, others]) => [
    ...['--model', model],
    ...options.flatMap(([name, value]) => (value === null ? [`--${name}`] : [`--${name}`, value])),
    ...others,
  ]);

test('A line of fit has an answer, or one reason in the words of the command.', async () => {
  await fc.assert(
    fc.asyncProperty(line, async (words) => {
      const { exit, out, err } = await answer(['fit', join(folder, 'd.csv'), ...words]);
      expect([0, 1, 2]).toContain(exit);
      expect(err).not.toMatch(/Error|undefined|\bat .*:\d+|\[object/);
      expect([out, err].map((text) => text !== '')).toEqual([exit < 2, exit === 2]);
    }),
    { numRuns: sampled(400) },
  );
});

const verb = fc.constantFrom(
  'grad',
  'check',
  'explain',
  'source',
  'why',
  'train',
  'fit',
  'help',
  'nothing',
);
const word = fc.constantFrom(
  ...[
    '--at',
    '1',
    '-1',
    '[1',
    '"x"',
    '--wrt',
    '0',
    '5',
    'k',
    '',
    '--json',
    '--order',
    '3',
    '--seed',
    '--kind',
    'gradient',
  ],
  ...[
    'm.ts#f',
    'm.ts',
    '#',
    'm.ts#',
    '--svg',
    '/no/such/x.svg',
    '--epochs',
    '--save',
    '--',
    '-h',
    '--help',
    '=',
    '--at=',
  ],
);

test('A line of any verb ends in one sentence, if it has no answer.', async () => {
  await fc.assert(
    fc.asyncProperty(verb, fc.array(word, { maxLength: 5 }), async (name, words) => {
      const { exit, err } = await answer([name, ...words]);
      expect([0, 1, 2, 3]).toContain(exit);
      expect(err.split('\n').length).toBeLessThanOrEqual(2);
      expect(err).not.toMatch(/TypeError|undefined is|\bat .*:\d+:\d+|\[object/);
    }),
    { numRuns: sampled(150) },
  );
});

const scraps = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...',;\t|"#\n \n.-+eE:/%\u00a0\ufeff'.split(''),
      'a',
      'pi',
      'exp',
      '`',
      '(',
      ')',
      '^',
      '*',
    ),
    fc.integer({ min: 0, max: 2000 }).map(String),
    fc.string({ maxLength: 3 }),
  ),
  { maxLength: 40 },
);

test('Any text is a table, or refused; any text is a formula, or refused.', () => {
  const insistOnFailure = (body: () => unknown) => {
    try {
      body();
    } catch (error) {
      expect(error).toBeInstanceOf(Failure);
    }
  };
  fc.assert(
    fc.property(scraps, (parts) => {
      const text = parts.join('');
      insistOnFailure(() => {
        const table = Table.of(text, 'd.csv');
        const { columns, lines } = table.columns(table.names.filter((name) => name !== ''));
        for (const column of columns) {
          expect(column).toHaveLength(lines.length);
          expect(column.every(Number.isFinite)).toBe(true);
        }
      });
      insistOnFailure(() => Table.of(text, 'd.csv', { hasNoHeader: true }).columns(['c1']));
      insistOnFailure(() => readFormula(text));
    }),
    { numRuns: sampled(2000) },
  );
});
