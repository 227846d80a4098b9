/** The works of threads and machines, by name. */
import { beginChains } from '../inference/sampling/chains-elsewhere.js';
import type { Begin } from '../executors/executor.js';
import { beginBootstrap } from '../ensembles/bootstrap.js';
import { beginCalls } from '../ensembles/many-inputs.js';
import { beginStarts } from '../ensembles/multi-start.js';
import { beginTrials } from '../ensembles/sweep.js';
import { beginGradients } from '../training/gradients-elsewhere.js';

export const works: Readonly<Record<string, Begin>> = {
  bootstrap: beginBootstrap,
  calls: beginCalls,
  chains: beginChains,
  gradients: beginGradients,
  starts: beginStarts,
  trials: beginTrials,
};
