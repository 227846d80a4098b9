/**
 * The contents of the site, in the order in which people read them. Paths are those of the repository.
 */

export interface Part {
  readonly title: string;
  /** A path may name a place in its page. */
  readonly pages: readonly (readonly [path: string, title: string])[];
}

const tutorials: Part = {
  title: 'Tutorials',
  pages: [
    ['docs/tutorials/fit-a-curve.md', 'Fit a curve'],
    ['docs/tutorials/train-a-network.md', 'Train a network'],
    ['docs/tutorials/calibrate-a-model.md', 'Calibrate a model'],
    ['docs/tutorials/differentiate-a-simulation.md', 'Differentiate a simulation'],
    ['docs/tutorials/other-optimizers.md', 'Somebody else’s optimizer'],
    ['docs/tutorials/numpy-code.md', 'NumPy code'],
    ['docs/tutorials/many-machines.md', 'From one laptop to three machines'],
  ],
};

/** The parts of the guide, with the pages that the installation of a reader comes to. */
export const parts: readonly Part[] = [
  {
    title: 'Begin',
    pages: [
      ['installation.md', 'Installation'],
      ['docs/guide.md', 'A tour'],
      ['docs/plain.md', 'Plain TypeScript'],
    ],
  },
  tutorials,
  {
    title: 'How to',
    pages: [
      ['docs/fast.md', 'Write fast code'],
      ['docs/how-to/wrong-gradient.md', 'Find a wrong gradient'],
      ['docs/how-to/caches.md', 'Caches and other memories'],
      ['docs/how-to/long-runs.md', 'Differentiate long runs'],
      ['docs/how-to/own-rules.md', 'Give your own rule'],
      ['docs/how-to/browser-and-worker.md', 'Browser and worker'],
      ['docs/how-to/kubernetes.md', 'Workers in containers'],
      ['docs/how-to/shared-redis.md', 'A shared Redis'],
      ['docs/debugging.md', 'Debugging'],
      ['docs/loaders.md', 'Loaders'],
      ['docs/command.md', 'The command'],
      ['docs/source.md', 'Derivatives as source files'],
    ],
  },
  {
    title: 'Fields',
    pages: [
      ['docs/derivatives.md', 'Derivatives of every kind'],
      ['docs/learn.md', 'Fitting and training'],
      ['docs/inference.md', 'Inference'],
      ['docs/machines.md', 'Many machines'],
      ['docs/numpy.md', 'Arrays'],
      ['docs/nn.md', 'Networks'],
    ],
  },
  {
    title: 'Examples',
    pages: [
      ['docs/examples/digits.md', 'Digits'],
      ['docs/examples/penguins.md', 'Penguins'],
      ['docs/examples/character-rnn.md', 'A character RNN'],
      ['docs/examples/transformer.md', 'A tiny transformer'],
      ['docs/examples/neural-ode.md', 'A neural ODE'],
      ['docs/examples/bundle-adjustment.md', 'Bundle adjustment'],
      ['docs/examples/epidemic.md', 'An epidemic'],
      ['docs/examples/inverse-kinematics.md', 'Inverse kinematics'],
      ['docs/examples/smile.md', 'A smile'],
      ['docs/examples/heston.md', 'Heston'],
    ],
  },
  {
    title: 'Concepts',
    pages: [
      ['docs/walkthrough.md', 'The paper in code, step by step'],
      ['docs/paper.md', 'Figure by figure'],
      ['docs/papers/krawiec.md', 'Krawiec and others'],
      ['docs/papers/huot-shaikhha.md', 'Huot and Shaikhha'],
      ['docs/papers/mak-ong.md', 'Mak and Ong'],
      ['docs/papers/brunel-mazza-pagani.md', 'Brunel, Mazza and Pagani'],
      ['docs/papers/abadi-plotkin.md', 'Abadi and Plotkin'],
      ['docs/conventions.md', 'Kinks and conventions'],
      ['docs/cost.md', 'Cost'],
      ['docs/derivatives.md#derivatives-inside-derivatives', 'Levels'],
      ['docs/translation.md', 'What a function becomes'],
      ['docs/limits.md', 'Limits'],
    ],
  },
];

/** The pages that are looked up. The pages of the reference come before these. */
export const lookedUp: Part = {
  title: 'Look it up',
  pages: [
    ['docs/errors.md', 'Errors by code'],
    ['docs/primitives.md', 'Primitives'],
    ['docs/language.md', 'The language'],
    ['docs/numpy-exports.md', 'NumPy exports'],
  ],
};

export const measured: Part = {
  title: 'Benchmarks',
  pages: [
    ['benchmarks/GRADBENCH.md', 'Beside other tools'],
    ['docs/gradbench.md', 'GradBench'],
    ['benchmarks/RESULTS.md', 'Gradient and function'],
    ['benchmarks/ARRAYS.md', 'Arrays'],
    ['benchmarks/EVERYDAY.md', 'Everyday programs'],
    ['benchmarks/FITTING.md', 'Fitters'],
    ['benchmarks/MONAD.md', 'The monad'],
    ['benchmarks/CORES.md', 'Several cores'],
    ['benchmarks/MACHINES.md', 'Many machines, measured'],
    ['benchmarks/VERIFY.md', 'Long checks'],
  ],
};

export const inside: Part = {
  title: 'Design notes',
  pages: [
    ['docs/design-notes/tape.md', 'The tape'],
    ['docs/design-notes/numeric-tier.md', 'The numeric tier'],
    ['docs/design-notes/front-half.md', 'The front half'],
    ['docs/design-notes/arrays.md', 'Arrays'],
    ['docs/design-notes/fitting.md', 'Fitting'],
    ['docs/design-notes/gradbench.md', 'GradBench'],
    ['CONTRIBUTING.md', 'Contributing'],
    ['CHANGELOG.md', 'Changes'],
  ],
};
