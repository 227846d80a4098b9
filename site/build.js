/**
 * Builds the site into `site/dist`: the documentation, and the explorer in a folder of it. `npm run site`; it asks for the built
 * library. The environment variable `SITE_BASE` is the path that the site is served under, such as `/delta-tape/`; by default it is
 * the root.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;
const at = (...names) => join(here, ...names);
const made = at('documentation/.made');
const run = (words, options = {}) =>
  execFileSync(words[0], words.slice(1), { cwd: here, stdio: 'inherit', ...options });

if (!existsSync(at('node_modules/vitepress'))) {
  run(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund']);
}
const { SITE_BASE: base = '/' } = process.env;
if (!/^\/(.*\/)?$/.test(base))
  throw new Error(`SITE_BASE is ${base}, but must begin and end with /`);

rmSync(at('dist'), { recursive: true, force: true });
await build({
  entryPoints: [at('documentation/write.js'), at('documentation/pages/markdown.ts')],
  entryNames: '[name]',
  outdir: made,
  ...{ bundle: true, platform: 'node', format: 'esm', logLevel: 'error' },
  // Packages of the library, found from its folder.
  external: ['vega', 'vega-lite'],
});
const pages = join(made, 'pages');
run([process.execPath, join(made, 'write.js'), at('..'), pages]);
run([process.execPath, at('node_modules/vitepress/bin/vitepress.js'), 'build', 'documentation'], {
  env: { ...process.env, SITE_PAGES: pages, SITE_OUT: at('dist'), SITE_BASE: base },
});
run([process.execPath, at('explorer/build.js')]);
