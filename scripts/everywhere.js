/**
 * One training run under several releases of Node, and in Chromium where there is one: whether the losses are the same to
 * 1e-9. `node scripts/everywhere.js [version …]`, with a build; `--spoilt` spoils one loss, which must be noticed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { nodeOf } from './node-binaries.js';
import { repository } from './running.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { spoilt: { type: 'boolean' } },
});
const versions = positionals.length > 0 ? positionals : ['20', '22', '24'];
const STEPS = 60;
const CLOSE = 1e-9;
const program = join(import.meta.dirname, 'losses.js');

const text = `import { losses } from ${JSON.stringify(pathToFileURL(program).href)};
console.log(JSON.stringify(losses(${STEPS})));`;

const underNode = (node) =>
  JSON.parse(
    execFileSync(node, ['--input-type=module', '--eval', text], {
      cwd: repository,
      encoding: 'utf8',
    }),
  );

/** The program of Chromium, if there is one. */
function chromium() {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' });
      return name;
    } catch {
      // There may be another one.
    }
  }
  return null;
}

/** The losses that a bundled page finds. */
async function inPage(browser) {
  const page = `import { losses } from ${JSON.stringify(program)};
try {
  document.body.textContent = JSON.stringify(losses(${STEPS}));
} catch (error) {
  document.body.textContent = error.stack;
}`;
  const bundled = await build({
    stdin: { contents: page, resolveDir: repository },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    // What is built, as users have it, rather than the sources.
    tsconfigRaw: {},
    // numpy-ts asks for them in Node only.
    external: ['node:*'],
    write: false,
    logLevel: 'error',
    legalComments: 'none',
  });
  const folder = mkdtempSync(join(tmpdir(), 'delta-tape-page-'));
  try {
    const path = join(folder, 'page.html');
    writeFileSync(path, `<!doctype html><body><script>${bundled.outputFiles[0].text}</script>`);
    const args = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${folder}/user`];
    const dom = execFileSync(browser, [...args, '--dump-dom', pathToFileURL(path).href], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 120_000,
      maxBuffer: 2 ** 28,
    });
    const [, found] = /<body[^>]*>(\[[^\]]*\])<\/body>/.exec(dom) ?? [];
    if (found === undefined) throw new Error(`the page shows no losses: ${dom.slice(-1000)}`);
    return JSON.parse(found);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const runs = new Map();
for (const version of versions) runs.set(`Node ${version}`, underNode(nodeOf(version)));
const browser = chromium();
if (browser === null) console.log('skipped: Chromium (apt-get install -y chromium)');
else runs.set('Chromium', await inPage(browser));

const [[first, wanted], ...others] = runs;
if (options.spoilt) others[0][1][STEPS - 1] += 1e-8;
let passed = 0;
for (const [name, found] of others) {
  const apart = Math.max(...wanted.map((loss, k) => Math.abs(found[k] - loss)));
  // Written so that NaN does not pass.
  const isSame = found.length === wanted.length && apart <= CLOSE;
  if (isSame) passed++;
  console.log(`${name} and ${first}: ${apart} apart`);
}
const learnt = wanted[STEPS - 1] < 0.5 * wanted[0];
console.log(`losses from ${wanted[0]} to ${wanted[STEPS - 1]}`);
console.log(
  `${passed + Number(learnt)} passed, ${others.length - passed + Number(!learnt)} failed`,
);
process.exitCode = passed === others.length && learnt ? 0 : 1;
