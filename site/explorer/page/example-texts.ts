/** The code of the examples, by id. */
import fit from '../examples/fit.ts?text';
import kink from '../examples/kink.ts?text';
import neuron from '../examples/neuron.ts?text';
import newton from '../examples/newton.ts?text';
import numpy from '../examples/numpy.ts?text';
import paper from '../examples/paper.ts?text';
import rnn from '../examples/rnn.ts?text';
import rosenbrock from '../examples/rosenbrock.ts?text';
import spring from '../examples/spring.ts?text';
import tower from '../examples/tower.ts?text';
import wave from '../examples/wave.ts?text';

const files = {
  fit,
  kink,
  neuron,
  newton,
  numpy,
  paper,
  rnn,
  rosenbrock,
  spring,
  tower,
  wave,
};

export const exampleTexts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([id, text]) => [id, text.trimEnd()]),
);
