/**
 * Programs as scientists write them, with classes, records, texts and closures, and without a thought of derivatives:
 * their gradients are compiled, and are those of runs.
 */
import { readdirSync } from 'node:fs';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';
import { why } from '../../../../src/plain/why.js';
import { loadFile } from '../../../support/plain.js';
import { answer, difference } from '../../../support/tiers.js';
import { inTurn } from '../../../support/sample.js';

interface Program {
  readonly f: (...args: never[]) => number;
  readonly inputs: () => unknown[];
}

const root = `${__dirname}/../../../..`;

const programs = ['test/support/everyday', 'benchmarks/everyday'].flatMap((folder) =>
  readdirSync(`${root}/${folder}`).map((name) => `${folder}/${name}`),
);

test.each(inTurn(programs, 2))('%s.', (name) => {
  const { f, inputs } = loadFile<Program>(`${root}/${name}`);
  expect(why(f).versions[0]).toMatchObject({ version: 'compiled', exists: true });
  const found = answer(f, inputs(), 0)!;
  expect(found).not.toBeNull();
  const before = compiled.answer;
  compiled.answer = () => null;
  try {
    expect(difference(found, f, inputs(), 0)).toBeNull();
    const wrong = { ...found, cotangents: [...found.cotangents].map((x) => x * 1.001 + 1e-3) };
    expect(difference(wrong, f, inputs(), 0)).toMatch(/the gradient/);
  } finally {
    compiled.answer = before;
  }
});
