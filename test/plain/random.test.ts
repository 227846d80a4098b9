/**
 * Random programs in plain TypeScript mean, translated and in every mode, what they mean by
 * themselves, and have the gradients of the specification; and the comparison objects to a wrong
 * translation.
 */
import fc from 'fast-check';
import { translate } from '../../src/plain/translate.js';
import { run } from '../support/plain.js';
import { judged, type Main, type Verdict } from '../support/plain-programs/check.js';
import { plainPrograms, type PlainProgram } from '../support/plain-programs/modules.js';

const translated = (program: PlainProgram): string =>
  translate(program.text('typed'), { filename: 'program.cts' }).code;

const verdict = (program: PlainProgram, code: string): Verdict =>
  judged(program, run<{ main: Main }>(code).main);

describe('Random programs in plain TypeScript', () => {
  test('keep their values and have their gradients in every mode.', () => {
    let compared = 0;
    const runs = 120;
    const property = fc.property(plainPrograms, (program) => {
      const found = verdict(program, translated(program));
      if (found.compared) compared++;
      return found.complaint === null;
    });
    fc.assert(property, { numRuns: runs, reporter: reported });
    expect(compared).toBeGreaterThan(runs / 3);
  });

  /** Mistakes as changes of the text of translated modules. */
  const mistakes: readonly (readonly [name: string, right: RegExp, wrong: string])[] = [
    ['takes products for their first factor', /\$mul\(/g, '((x, y) => x)('],
    ['compares from the other side', /\$lt\(/g, '((x, y) => y < x)('],
    [
      'forgets the id of what is read',
      /(let (\$v\d+)\$ = \$id\(.*\);\n\s*let \2 = \$primal\[\2\$\];)/g,
      '$1 $2$$ = 0;',
    ],
    ['forgets half of a sum', /if \(\S+\$\) \$v\d+\+\+;/g, ''],
    ['stores at the first place', /\$set\((\w+), (\w+), /g, '$set($1, 0, '],
  ];

  test.each(mistakes)('are noticed by a translation that %s.', (_, right, wrong) => {
    const objects = fc.sample(plainPrograms, { seed: 1, numRuns: 200 }).some((program) => {
      const { complaint } = verdict(program, translated(program).replace(right, wrong));
      return complaint !== null && /^(value|slope)/.test(complaint);
    });
    expect(objects).toBe(true);
  });
});

/** A failure as the program, its point and what is wrong with it. */
function reported({ counterexample, seed }: fc.RunDetails<[PlainProgram]>): void {
  if (counterexample === null) return;
  const [program] = counterexample;
  const { complaint } = verdict(program, translated(program));
  throw new Error(
    [`seed ${seed}`, program.text('typed'), JSON.stringify(program.point), complaint].join('\n'),
  );
}
