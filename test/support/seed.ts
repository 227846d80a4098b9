/**
 * Property tests draw the same programs each time, so that a failure is of the change at hand. `SEED=7 npx jest`
 * draws others.
 */
import { appendFileSync } from 'node:fs';
import fc from 'fast-check';

const { SEED, DRAWN } = process.env;
const told = new Set<string>();

/** Writes down which test draws, for `npm run verify -- seeds`. */
function tell(file: string): void {
  const { testPath, currentTestName } = expect.getState();
  const line = JSON.stringify([testPath, currentTestName]);
  if (!told.has(line)) appendFileSync(file, `${line}\n`);
  told.add(line);
}

fc.configureGlobal({
  seed: Number(SEED ?? 1),
  ...(DRAWN !== undefined && { beforeEach: () => tell(DRAWN) }),
});
