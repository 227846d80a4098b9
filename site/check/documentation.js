/**
 * Looks at the built documentation: every link of every page leads somewhere, pages have no errors in a browser, axe finds nothing
 * to complain of, in light and dark, and the search finds words. `node site/check/documentation.js`, after `npm run site`;
 * `--spoilt` breaks a page first, which must be noticed. It asks for Chromium.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join, posix } from 'node:path';
import { base, served } from '../serve.js';

const site = join(import.meta.dirname, '..');
const dist = join(site, 'dist');
const isSpoilt = process.argv.includes('--spoilt');
const need = createRequire(join(site, 'package.json'));
const complaints = [];

const textOf = (file) => {
  const text = readFileSync(join(dist, file), 'utf8');
  const spoilt = '<a href="./nowhere.html"><img src="/no.png"></a>';
  return isSpoilt && file === 'index.html' ? text.replace('</body>', `${spoilt}</body>`) : text;
};

/** All links lead to files, and to places in them. */
const files = readdirSync(dist, { recursive: true }).map((path) => path.replaceAll('\\', '/'));
const pages = files.filter((file) => file.endsWith('.html') && !file.startsWith('explorer/'));
const ids = new Map(
  pages.map((file) => [
    file,
    new Set([...textOf(file).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
  ]),
);
for (const page of pages.filter((file) => file !== '404.html')) {
  const targets = [...textOf(page).matchAll(/ (?:href|src)="([^"]+)"/g)].map(
    ([, target]) => target,
  );
  for (const target of new Set(targets)) {
    if (/^(https?|mailto|data):/.test(target)) continue;
    const [path, anchor = ''] = target.replaceAll('&amp;', '&').split('#');
    const full = path.startsWith('/')
      ? posix.relative(base, path)
      : path === ''
        ? page
        : posix.join(posix.dirname(page), path);
    const file =
      full === '' || target.split('#')[0].endsWith('/') ? posix.join(full, 'index.html') : full;
    const isThere = existsSync(join(dist, file));
    const isPlace =
      anchor === '' || /^explorer/.test(file) || ids.get(file)?.has(decodeURIComponent(anchor));
    if (!isThere || isPlace !== true) complaints.push(`${page} links to ${target}`);
  }
}

const { server, address } = await served(0, (file) =>
  extname(file) === '.html' ? textOf(file) : readFileSync(join(dist, file)),
);

const { chromium } = need('playwright-core');
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const axe = readFileSync(need.resolve('axe-core/axe.min.js'), 'utf8');
const shown = [
  '',
  'installation.html',
  'tutorials/fit-a-curve.html',
  'reference/learn.html',
  'errors.html',
  'benchmarks/gradbench.html',
  'paper.html',
];
for (const colorScheme of ['light', 'dark']) {
  const context = await browser.newContext({ colorScheme, bypassCSP: true });
  for (const name of shown) {
    const page = await context.newPage();
    const tell = (what) => complaints.push(`${name || 'index.html'} (${colorScheme}): ${what}`);
    page.on('console', (message) => message.type() === 'error' && tell(message.text()));
    page.on('pageerror', (error) => tell(error.message));
    await page.goto(address + name, { waitUntil: 'networkidle' });
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    for (const { id, nodes } of violations) tell(`axe: ${id}: ${nodes[0].html.slice(0, 160)}`);
    if (name === '' && colorScheme === 'light') {
      await page.locator('.VPNavBarSearch button').click();
      await page.locator('.search-input').fill('leastSquares');
      const found = await page
        .locator('.results li')
        .first()
        .waitFor({ timeout: 20_000 })
        .then(
          () => true,
          () => false,
        );
      if (!found) tell('the search finds no leastSquares');
    }
    if (process.env.SITE_PICTURES !== undefined) {
      await page.screenshot({
        path: join(
          process.env.SITE_PICTURES,
          `${colorScheme}-${name.replaceAll('/', '-') || 'index'}.png`,
        ),
      });
    }
    await page.close();
  }
  await context.close();
}
await browser.close();
server.close();
console.log([...new Set(complaints.map((text) => text.slice(0, 220)))].slice(0, 40).join('\n'));
console.log(`documentation: ${pages.length} pages, ${complaints.length} complaints`);
process.exitCode = complaints.length === 0 ? 0 : 1;
