/**
 * Runs a test file by jest-circus. Files that share a context (test/support/environment.js) find the modules that others have
 * loaded, but for test files and what is set up for each.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { default: circus } = createRequire(import.meta.url)('jest-circus/runner');

const tiers = join(import.meta.dirname, 'tiers.ts');
const add = (from, to) => from.forEach((value, key) => to.set(key, value));

export default async function run(globalConfig, config, environment, runtime, testPath, send) {
  const { modules, sourceMaps, global } = environment;
  if (modules === undefined)
    return circus(globalConfig, config, environment, runtime, testPath, send);
  const isOfFile = (path) => path.endsWith('.test.ts') || config.setupFilesAfterEnv.includes(path);
  for (const path of [...modules.keys()])
    if (isOfFile(path) && path !== tiers) modules.delete(path);
  modules.get(tiers)?.exports.compareAll();
  runtime.registries.moduleRegistry = modules;
  add(sourceMaps, runtime.getSourceMaps());
  // The tests of the file before, and what listens to them.
  for (const key of Object.getOwnPropertySymbols(global))
    if (/^(JEST_STATE_SYMBOL|EVENT_HANDLERS)$/.test(key.description)) delete global[key];
  // Modules import others by the runtime that loaded them, also when its file is through, and while the next is read.
  runtime.teardown = () => {
    runtime.restoreAllMocks();
    runtime.enterTestCode();
  };
  const results = await circus(globalConfig, config, environment, runtime, testPath, send);
  add(runtime.getSourceMaps(), sourceMaps);
  return results;
}
