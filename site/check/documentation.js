/**
 * Looks at the built documentation, in Chromium: every link of every page leads somewhere, pages have no errors, axe finds
 * nothing to complain of, in light and dark, no page is too wide for a narrow screen, the search finds words, and snippets open
 * in the explorer. `node site/check/documentation.js`, after `npm run site`; `--spoilt` breaks the first page, which must be
 * noticed.
 */
/* global document */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { base } from '../serve.js';
import {
  inBrowser,
  insist,
  insistAccessible,
  insistFits,
  options,
  picture,
  runChecks,
  site,
} from './support/browser.js';

const dist = join(site, 'dist');

function bytesOf(file) {
  const bytes = readFileSync(join(dist, file));
  if (options.spoilt !== true || file !== 'index.html') return bytes;
  const spoilt = '<a href="./nowhere.html"><img src="/no.png" width="2000"></a>';
  return String(bytes).replace('</body>', `${spoilt}</body>`);
}
const textOf = (file) => String(bytesOf(file));
const files = readdirSync(dist, { recursive: true }).map((path) => path.replaceAll('\\', '/'));
const pages = files.filter((file) => file.endsWith('.html') && !file.startsWith('explorer/'));
const { page: pageAt, address, end } = await inBrowser({ bytesOf });

/** What links of a page lead to, as files of the site. */
function* targetsOf(page) {
  const found = textOf(page).matchAll(/ (?:href|src)="([^"]+)"/g);
  for (const target of new Set([...found].map(([, one]) => one))) {
    if (/^(https?|mailto|data):/.test(target)) continue;
    const [path, anchor = ''] = target.replaceAll('&amp;', '&').split('#');
    const full = path.startsWith('/')
      ? posix.relative(base, path)
      : path === ''
        ? page
        : posix.join(posix.dirname(page), path);
    const isFolder = full === '' || path.endsWith('/');
    yield { target, file: isFolder ? posix.join(full, 'index.html') : full, anchor };
  }
}

/** One page of each kind. */
const shown = [
  'index.html',
  'installation.html',
  'tutorials/fit-a-curve.html',
  'reference/learn.html',
  'errors.html',
  'benchmarks/gradbench.html',
  'benchmarks/results.html',
  'paper.html',
];

const checks = {
  'every link leads to a page, and to a place in it': () => {
    const ids = new Map(
      pages.map((file) => [
        file,
        new Set([...textOf(file).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
      ]),
    );
    const dead = pages
      .filter((page) => page !== '404.html')
      .flatMap((page) =>
        Array.from(targetsOf(page))
          .filter(({ file, anchor }) => {
            const isPlace = anchor === '' || /^explorer/.test(file);
            return (
              !existsSync(join(dist, file)) ||
              !(isPlace || ids.get(file)?.has(decodeURIComponent(anchor)))
            );
          })
          .map(({ target }) => `${page} links to ${target}`),
      );
    insist(dead.length === 0, dead.slice(0, 20).join('\n'));
  },

  'pages have no errors, and axe finds nothing, in light and dark': async () => {
    for (const colorScheme of ['light', 'dark']) {
      for (const name of shown) {
        const { page, context, heard } = await pageAt(name, { colorScheme, bypassCSP: true });
        await page.waitForLoadState('networkidle');
        await insistAccessible(page, `${name} (${colorScheme})`);
        insist(heard.length === 0, `${name}: ${heard.join('\n')}`);
        await picture(page, `${colorScheme}-${name.replaceAll('/', '-')}`);
        await context.close();
      }
    }
  },

  'no page is too wide for a narrow screen': async () => {
    const narrow = { viewport: { width: 360, height: 740 } };
    const { page, context } = await pageAt('index.html', narrow);
    const wide = [];
    for (const name of pages.filter((file) => !file.startsWith('files/'))) {
      await page.goto(address + name, { waitUntil: 'load' });
      await insistFits(page, name).catch(({ message }) => wide.push(message));
      if (shown.includes(name)) await picture(page, `narrow-${name.replaceAll('/', '-')}`);
    }
    insist(wide.length === 0, wide.slice(0, 10).join('\n'));
    await context.close();
  },

  'the search finds words': async () => {
    const { page, context } = await pageAt('index.html');
    await page.locator('.VPNavBarSearch button').click();
    await page.locator('.search-input').fill('leastSquares');
    await page.locator('.results li').first().waitFor();
    // What is about a word stands before lists that hold it.
    await page.locator('.search-input').fill('NaN');
    await page.waitForFunction(() =>
      /NaN/.test(document.querySelector('.results li')?.textContent ?? ''),
    );
    const first = await page.locator('.results li a').first().getAttribute('href');
    insist(!/numpy-exports|changelog|files/.test(first), `NaN leads to ${first}`);
    await context.close();
  },

  'the first page has a fit that follows its points, a chart, a version and the source':
    async () => {
      const { page, context, quiet } = await pageAt('index.html');
      const rate = () => page.locator('.live output').nth(1).innerText();
      await page.waitForSelector('.live .datum');
      const before = await rate();
      const last = page.locator('.live .datum').last();
      const { x, y } = await last.boundingBox();
      await page.mouse.move(x + 5, y + 5);
      await page.mouse.down();
      await page.mouse.move(x + 5, y - 60, { steps: 5 });
      await page.mouse.up();
      const dragged = await rate();
      insist(dragged !== before, 'the fit does not follow the mouse');
      await last.press('ArrowDown');
      insist((await rate()) !== dragged, 'the fit does not follow the keyboard');
      insist((await page.$('.chart svg')) !== null, 'there is no chart');
      const bar = await page.innerText('.VPNavBar');
      insist(/\d+\.\d+\.\d+/.test(bar) && /Source/.test(bar), bar);
      quiet();
      await context.close();
    },

  'a page that is not there has a page that says so': async () => {
    const { page, context } = await pageAt('nowhere.html');
    await page.waitForSelector('text=There is no such page');
    await context.close();
  },

  'a snippet of a page opens in the explorer, and runs at once': async () => {
    const { page, context, quiet } = await pageAt('tutorials/fit-a-curve.html');
    const code = await page.locator('.vp-doc div.language-ts code').first().innerText();
    await page.locator('.open-in-explorer a').first().click();
    await page.waitForSelector('.cm-content');
    const flat = (text) => text.replaceAll(/\s+/g, '');
    insist(flat(await page.innerText('.cm-content')) === flat(code), 'the code is another one');
    await page.waitForSelector('.printed');
    quiet();
    await context.close();
  },

  'every snippet that has a link runs in the explorer, and prints what the page says': async () => {
    const snippets = pages.flatMap((name) => snippetsOf(name));
    insist(snippets.length > 100, `only ${snippets.length} snippets have links`);
    const { page, context, heard } = await pageAt('explorer/index.html');
    await page.waitForSelector('.result');
    const wrong = [];
    for (const { name, hash, printed } of snippets) {
      await page.evaluate((to) => (document.location.hash = to), hash);
      await page.waitForFunction((wanted) => globalThis.document.location.hash === wanted, hash);
      await page.waitForTimeout(300);
      if ((await page.$('.notice .strong')) !== null) wrong.push(`${name}: asks before it runs`);
      await page.waitForFunction(
        () => !/translated and run/.test(document.querySelector('.results').innerText),
      );
      const told = await page.$$eval('.printed pre', (all) => all.map((one) => one.textContent));
      const notice = await page.$$eval('.notice.bad', (all) => all.map((one) => one.innerText));
      const isAsked = printed === undefined || /Error: /.test(printed);
      if (notice.length > 0 && !isAsked) wrong.push(`${name} ${hash.slice(0, 40)}: ${notice[0]}`);
      if (told.length === 0 && printed !== undefined && !isAsked) {
        wrong.push(`${name} ${hash.slice(0, 40)}: prints nothing`);
      }
    }
    console.log(`${snippets.length} snippets, ${heard.length} messages on the console`);
    insist(wrong.length === 0, wrong.slice(0, 30).join('\n'));
    await context.close();
  },
};

/** The snippets of a page that have links, with what they print. */
function snippetsOf(name) {
  const text = textOf(name);
  const link = /open-in-explorer"[^>]*><a href="[^"#]*(#code=[^"]+)"/g;
  return [...text.matchAll(link)].map((found) => {
    const rest = text.slice(found.index + found[0].length);
    const next = /^[^]{0,200}?<div class="language-(\w+)[^]*?<code[^>]*>([^]*?)<\/code>/.exec(rest);
    const isOutput = next?.[1] === 'text';
    return {
      name,
      hash: found[1],
      printed: isOutput ? next[2].replace(/<[^>]+>/g, '') : undefined,
    };
  });
}

await runChecks(
  options.spoilt === true
    ? Object.fromEntries(
        Object.entries(checks)
          .slice(0, 3)
          .map(([name, check]) => [name, check]),
      )
    : checks,
);
await end();
