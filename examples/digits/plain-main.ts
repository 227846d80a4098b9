/** The digits by a small network in plain loops: `npm run start:plain`. */
import * as network from './plain-network.js';
import { program } from './program.js';

await program(network, { epochs: 4, batchSize: 32, rate: 0.006, shift: 0 });
