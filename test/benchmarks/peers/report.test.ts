/** Tables and the picture, from launches that never were. */
import { compared, relativeError } from '../../../benchmarks/peers/comparison.js';
import type { Launch } from '../../../benchmarks/peers/launch.js';
import { points } from '../../../benchmarks/peers/picture.js';
import { report, type Comparison } from '../../../benchmarks/peers/report.js';
import { toolsOf } from '../../../benchmarks/peers/tools.js';

const tools = toolsOf(true);

/** Launches of tools, by their ids; what is not given was not written. */
function comparison(found: Readonly<Record<string, readonly Launch[]>>): Comparison {
  const launches = tools.map(({ id }) => found[id] ?? [{ failure: 'not written' }]);
  return {
    launches: 3,
    loadBefore: 0,
    tools,
    limits: { seconds: 20, bytes: 2 ** 31 },
    rows: [compared({ name: 'det', size: [5] }, tools, launches)],
  };
}

const took = (steady: number, gradient: number[]): Launch => ({ first: 50, steady, gradient });

const some = comparison({
  primal: [took(2, [7])],
  'by-hand': [took(4, [1, 2]), took(6, [1, 2]), took(8, [1, 2])],
  plain: [{ ...took(10, [1, 2.002]), setUp: 300, peakBytes: 2 ** 27 }],
  explicit: [took(10, [1, NaN])],
  tfjs: [{ failure: 'out of memory' }],
  rose: [{ failure: 'cannot express' }],
});

/** The cells of the lines of a text that begin with this. */
const lines = (text: string, begin: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`| ${begin}`))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

describe('The report', () => {
  test('has ratios to the primal, and says what failed.', () => {
    const [overview] = lines(report(some), 'det');
    const expected = ['2.00 ms', '3.0', '5.0', '5.0 wrong', '✗', '', '–', '', '', '', '', '', ''];
    expect(overview).toEqual(['det l=5', ...expected]);
  });

  test('has the figures of each tool.', () => {
    const text = report(some);
    expect(lines(text, 'by hand')).toEqual([['by hand', '6.00 ms', '3.0', '50.0 ms', '', '', '']]);
    const plain = ['plain', '10.0 ms', '5.0', '50.0 ms', '300 ms', '128 MiB', '1e-3'];
    expect(lines(text, 'plain')).toEqual([plain]);
    expect(text).toContain(
      'relative to _by hand_ · out of memory: TensorFlow.js · not written: jax-js,',
    );
  });

  test('puts this library beside others.', () => {
    const found = comparison({
      'by-hand': [took(4, [1])],
      plain: [{ ...took(10, [1]), answers: 'compiled' }],
      codipack: [took(5, [1])],
      enzyme: [took(20, [1])],
      manual: [took(1, [1])],
      adnn: [took(300, [1])],
      'ad-js': [took(200, [7])],
    });
    const [, ratios] = lines(report(found), 'det');
    expect(ratios).toEqual(['det l=5', 'compiled', '2.5', '2.0', '0.50', '', '10', '30']);
  });

  test('says when, where and how often it was measured.', () => {
    expect(report(some)).toMatch(/\d{4}-\d\d-\d\d · .* cores · Node v.* · 3 launches/);
  });
});

test('A launch that fails makes the cell a failure.', () => {
  const { rows } = comparison({ plain: [took(1, [1]), { failure: 'more than 20 s' }] });
  expect(rows[0].cells.plain).toEqual({ failure: 'more than 20 s' });
});

test('The reference is C++ where it is there.', () => {
  const { rows } = comparison({ 'by-hand': [took(1, [1])], manual: [took(1, [2])] });
  expect(rows[0].reference).toBe('C++ by hand');
  expect(rows[0].cells['by-hand']).toMatchObject({ error: 0.5 });
  expect(rows[0].cells.manual).not.toHaveProperty('error');
});

test.each([
  ['equal gradients', [1, 2], [1, 2], 0],
  ['the greatest number', [1, 2], [1, 4], 0.5],
  ['zeros, absolutely', [0.25], [0], 0.25],
  ['NaN', [NaN, 1], [0, 1], Infinity],
  ['another length', [1], [1, 1], Infinity],
])('Errors are relative: %s.', (_, found, reference, error) => {
  expect(relativeError(found, reference)).toBe(error);
});

test('The picture has a point for each tool that has a right ratio.', () => {
  expect(points(some)).toEqual([
    { row: 'det l=5', tool: 'by hand', ratio: 3 },
    { row: 'det l=5', tool: 'plain', ratio: 5 },
  ]);
});
