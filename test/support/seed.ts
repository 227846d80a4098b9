/**
 * Property tests draw the same programs each time, so that a failure is of the change at hand. `SEED=7 npx jest`
 * draws others.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });
