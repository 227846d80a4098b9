/** What Node computes: the numbers that the examples of the explorer must have in every browser. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { build } from 'esbuild';
import { insist, options, root, site } from './browser.js';

export const same = (one, other) =>
  Object.is(one, other) || Math.abs(one - other) <= 1e-12 * Math.max(1, Math.abs(other));

/** The logic of the explorer, as Node runs it with the built library. */
async function inNode() {
  // In this folder, so that the library finds itself.
  mkdirSync(join(root, 'build'), { recursive: true });
  const folder = mkdtempSync(join(root, 'build/explorer-'));
  try {
    const file = join(folder, 'logic.mjs');
    await build({
      stdin: {
        contents: `export * from './answering.js'; export * from './examples.js';`,
        resolveDir: join(site, 'explorer/logic'),
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      tsconfigRaw: {},
      outfile: file,
    });
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const { Answering, examples } = await inNode();
const names = ['', '/learn', '/numpy', '/runtime', '/solve'].map((part) => `delta-tape${part}`);
const modules = Object.fromEntries(
  await Promise.all(
    names.map(async (name) => {
      const url = pathToFileURL(createRequire(join(root, 'package.json')).resolve(name)).href;
      return [name, { ...(await import(url)), __esModule: true }];
    }),
  ),
);

/** The value and the gradient of an example in Node; with `--spoilt`, other ones. */
export function expected({ id, name }) {
  const answering = new Answering({ modules, inspect });
  const code = readFileSync(join(site, 'explorer/examples', `${id}.ts`), 'utf8').trimEnd();
  const get = (question, ask) => {
    const { answer, failure } = answering.reply({ id: 1, question, ask });
    insist(failure === undefined, failure?.text);
    return answer;
  };
  const opened = get('open', { code, name });
  const at = opened.inputs.map(({ value }) => value);
  const { value, gradient } = get('answer', { at, byOperation: true });
  const numbers = [value, ...gradient];
  if (options.spoilt) numbers[0] += 1e-9;
  return { numbers, file: get('sources', {}).file };
}
export { examples };
