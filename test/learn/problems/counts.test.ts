/**
 * The problems of Moré, Garbow and Hillstrom: the default methods reach a published minimum of all 35, every other method
 * of all but those that are named, and the counts stand beside SciPy's.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problems } from './more-garbow-hillstrom.js';
import {
  counted,
  countsPage,
  fitted,
  minimized,
  reached,
  verdict,
  type Outcome,
  type Peer,
  type Peers,
  type Scipy,
} from './counts.js';

const cases = problems.map((problem) => [problem.name, problem] as const);

describe('The test problems', () => {
  test('are 35.', () => {
    expect(new Set(problems.map(({ name }) => name)).size).toBe(35);
  });

  test.each(cases)('%s: the published minimum is reached by lm and lbfgs.', (_, problem) => {
    const fit = fitted(problem, 'lm');
    expect([fit.converged, reached(problem, 2 * fit.value)]).toEqual([true, true]);
    const run = minimized(problem, 'lbfgs');
    expect(reached(problem, run.value)).toBe(true);
    // The value of Meyer's problem is known to fewer digits than its unknowns need.
    expect(run.converged).toBe(problem.name !== 'Meyer');
  });

  /**
   * The problems that a method does not solve: its Hessians are too ill-conditioned there, or its start
   * leads elsewhere.
   */
  const missed = {
    dogleg: [],
    cg: ['Brown badly scaled', 'Meyer'],
    'newton-cg': [],
    'trust-region': [],
  };

  test('are reached by dogleg, but for those that are named.', () => {
    const far = problems.filter(
      (problem) => !reached(problem, 2 * fitted(problem, 'dogleg').value),
    );
    expect(far.map(({ name }) => name)).toEqual(missed.dogleg);
  });

  test.each(['cg', 'newton-cg', 'trust-region'] as const)(
    'are reached by %s, but for those that are named; where it is not, the run says so.',
    (method) => {
      const runs = problems.map((problem) => ({ problem, run: minimized(problem, method) }));
      const far = runs.filter(({ problem, run }) => !reached(problem, run.value));
      expect(far.map(({ problem }) => problem.name)).toEqual(missed[method]);
      expect(far.some(({ run }) => run.converged)).toBe(false);
    },
  );
});

describe('The counts of evaluations', () => {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(__dirname, name), 'utf8'));
  const scipy = read('scipy-counts.json') as Scipy;
  const peers = read('peer-counts.json') as Peers;
  const counts = counted();

  test('are at most SciPy’s for nearly all problems, and for all together.', () => {
    const both = counts.filter(({ name }) => scipy.rows[name].lbfgsb.first !== null);
    const ours = both.reduce((total, { lbfgs }) => total + lbfgs, 0);
    const theirs = both.reduce((total, { name }) => total + scipy.rows[name].lbfgsb.first!, 0);
    expect(ours).toBeLessThanOrEqual(1.1 * theirs);
    const fits = counts.reduce((total, { residuals }) => total + residuals, 0);
    const lm = counts.reduce((total, { name }) => total + scipy.rows[name].lm.residuals, 0);
    expect(fits).toBeLessThanOrEqual(1.1 * lm);
  });

  test('are at most those of packages on npm, but for problems that are named.', () => {
    const more = (ours: 'fit' | 'lbfgs', peer: Peer) =>
      counts
        .filter(
          (count) => count[ours] > (peers.rows[count.name].peers[peer].evaluations ?? Infinity),
        )
        .map(({ name }) => name);
    expect(more('fit', 'lm')).toEqual(['Meyer']);
    const bold = ['Gulf research and development', 'Trigonometric'];
    expect(more('fit', 'exactLm')).toEqual(['Brown badly scaled', 'Meyer', ...bold]);
    const few = ['Kowalik and Osborne', 'Osborne 1', 'Trigonometric'];
    expect([more('lbfgs', 'bfgs'), more('lbfgs', 'adam')]).toEqual([few, []]);
  });

  test('are named neither where they are more, and take longer.', () => {
    const [{ name }] = counts;
    const outcome = { evaluations: 10, least: 0, milliseconds: 10 };
    const beside = (count: number, milliseconds: number, other: Partial<Outcome> = {}) => {
      const all = { lm: { ...outcome, ...other }, exactLm: outcome, bfgs: outcome, adam: outcome };
      const times = { fit: milliseconds, lbfgs: 0 };
      const rows = { [name]: { milliseconds: times, peers: all } };
      return verdict({ ...counts[0], fit: count }, 'fit', 'lm', { ...peers, rows });
    };
    expect([beside(9, 9), beside(10, 11), beside(11, 10), beside(11, 11)]).toEqual([
      ...['both', 'fewer', 'faster', 'neither'],
    ]);
    expect(beside(99, 99, { evaluations: null, milliseconds: null })).toBe('alone');
  });

  test('are those of the page, up to rounding of functions of Math.', () => {
    const page = readFileSync(join(__dirname, '../../../benchmarks/FITTING.md'), 'utf8');
    const numbers = (text: string) =>
      [...text.matchAll(/(?<=\| +)\d+(?= +\|)/g)].map(([digits]) => Number(digits));
    const [expected, found] = [page, countsPage(counts, scipy, peers)].map((text) =>
      text.split('\n').filter((line) => line.startsWith('| ')),
    );
    expect(found.length).toBe(expected.length);
    found.forEach((line, k) => {
      numbers(line).forEach((count, column) => {
        expect(count).toBeLessThanOrEqual(1.3 * numbers(expected[k])[column] + 5);
      });
    });
  });
});
