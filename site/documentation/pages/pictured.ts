/** Which tables of the committed results the site draws. */

export interface Pictured {
  /** The page, from the root of the site. */
  readonly page: string;
  /** The line of the heading above the table. */
  readonly heading: string;
  readonly title: string;
  /** The names of the columns that are drawn in the picture, by their names in the table. */
  readonly columns: Readonly<Record<string, string>>;
  /** The cells that are drawn: not the times that stand among ratios. */
  readonly cells?: RegExp;
  /** Ratios near 1 are not drawn by powers of ten. */
  readonly scale?: 'linear';
}

const arrays = (heading: string): Pictured => ({
  page: 'benchmarks/arrays.md',
  heading: `## ${heading}`,
  title: 'Milliseconds',
  columns: { time: 'time' },
});

export const pictured: readonly Pictured[] = [
  {
    page: 'benchmarks/gradbench.md',
    heading: '# The evals of GradBench, beside others',
    title: 'Time of a gradient, as a ratio to the plain function',
    columns: {
      plain: 'this library',
      'by hand': 'by hand',
      'TensorFlow.js': 'TensorFlow.js',
      'jax-js': 'jax-js',
      CoDiPack: 'CoDiPack (C++)',
      Enzyme: 'Enzyme (C++)',
    },
    cells: /^[\d.]+$/,
  },
  {
    page: 'benchmarks/results.md',
    heading: '## Ratio to the plain function',
    title: 'Time of a gradient, as a ratio to the plain function',
    columns: { 'by hand': 'by hand', library: 'library, operators' },
  },
  {
    page: 'benchmarks/results.md',
    heading: '## Plain TypeScript',
    title: 'Time of a gradient, as a ratio to the plain function',
    columns: { gradient: 'plain TypeScript', operators: 'operators', 'by hand': 'by hand' },
  },
  {
    page: 'benchmarks/results.md',
    heading: '## Cost per operation',
    title: 'Nanoseconds per operation',
    columns: {
      'plain ns': 'plain function',
      'library ns': 'gradient',
      '1st call ns': 'gradient, first call',
    },
  },
  ...[
    'Network, float64',
    'Network, float32',
    'Convolutional network, float32',
    '100 operations on 8 elements',
    'Gaussian mixture',
    'Logistic regression',
  ].map(arrays),
  {
    page: 'benchmarks/fitting.md',
    heading: '# Evaluations of the fitters',
    title: 'Evaluations of value and gradient',
    columns: { 'L-BFGS': 'minimize', SciPy: 'SciPy, L-BFGS-B' },
  },
  {
    page: 'benchmarks/fitting.md',
    heading: '## Beside packages on npm',
    title: 'Evaluations',
    columns: {
      leastSquares: 'leastSquares',
      'ml-lm': 'ml-lm',
      'ml-lm, exact Jacobian': 'ml-lm, exact Jacobian',
    },
  },
  {
    page: 'benchmarks/cores.md',
    heading: '# Several cores',
    title: 'Times as fast as without threads',
    columns: { '1 thread': '1 thread', '2 threads': '2 threads' },
    scale: 'linear',
  },
];
