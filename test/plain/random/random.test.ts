/**
 * Random programs in plain TypeScript mean, translated and in every mode, what they mean by
 * themselves, and have the gradients of the specification; and the comparison objects to a wrong
 * translation.
 */
import fc from 'fast-check';
import { translate } from '../../../src/plain/translate.js';
import { run } from '../../support/plain.js';
import { sampled } from '../../support/sample.js';
import { judged, type Main, type Verdict } from './programs/check.js';
import { plainPrograms, type PlainProgram } from './programs/modules.js';

const translated = (program: PlainProgram): string =>
  translate(program.text('typed'), { filename: 'program.cts' }).code;

/** A program that cannot be run is complained of, too, so that it is shown. */
function verdict(program: PlainProgram, translate: (program: PlainProgram) => string): Verdict {
  try {
    return judged(program, run<{ main: Main }>(translate(program)).main);
  } catch (error) {
    return { complaint: (error as Error).stack ?? String(error), compared: false };
  }
}

/** The number of smaller programs that are tried once one has failed: there is no end of them. */
const SMALLER = 300;

describe('Random programs in plain TypeScript', () => {
  test('keep their values and have their gradients in every mode.', () => {
    let [compared, smaller] = [0, -1];
    const runs = sampled(120);
    const property = fc.property(plainPrograms, (program) => {
      const found = verdict(program, translated);
      if (found.compared) compared++;
      if ((found.complaint !== null || smaller >= 0) && ++smaller > SMALLER) {
        throw new fc.PreconditionFailure(true);
      }
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
    ['stores at the first place', /\$(set|put)\(([\w$]+), ([\w$]+), /g, '$$$1($2, 0, '],
  ];

  const codes: string[] = [];
  let programs: PlainProgram[] = [];

  beforeAll(() => {
    programs = fc.sample(plainPrograms, { seed: 1, numRuns: 200 });
  });

  /** True if a program tells a translation with a mistake from the right one; each is translated once. */
  const isNoticed = (right: RegExp, wrong: string): boolean =>
    programs.some((program, k) => {
      const code = (codes[k] ??= translated(program));
      const mistaken = code.replace(right, wrong);
      if (mistaken === code) return false;
      const { complaint } = verdict(program, () => mistaken);
      return complaint !== null && /^(value|slope)/.test(complaint);
    });

  test.each(mistakes)('are noticed by a translation that %s.', (_, right, wrong) => {
    expect(isNoticed(right, wrong)).toBe(true);
  });
});

/** A failure as the program, its point and what is wrong with it. */
function reported({ counterexample, seed }: fc.RunDetails<[PlainProgram]>): void {
  if (counterexample === null) return;
  const [program] = counterexample;
  const { complaint } = verdict(program, translated);
  throw new Error(
    [`seed ${seed}`, program.text('typed'), JSON.stringify(program.point), complaint].join('\n'),
  );
}
