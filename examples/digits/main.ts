/** The digits by a convolutional network on arrays: `npm start`. Its plan was chosen on lessons alone. */
import * as network from './network.js';
import { program } from './program.js';

await program(network, { epochs: 4, batchSize: 32, rate: 0.003, shift: 1 });
