/**
 * The built explorer in Chromium: `node site/check/explorer.js`, after `npm run site`. With `--spoilt`, Node's numbers are
 * changed, which must be noticed. With `--pictures FOLDER`, screenshots are kept there.
 */
/* global document, location, URL */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import { build } from 'esbuild';
import { serve } from '../explorer/serve.js';

const { values: options } = parseArgs({
  options: { spoilt: { type: 'boolean' }, pictures: { type: 'string' }, only: { type: 'string' } },
});
const site = join(import.meta.dirname, '..');
const root = join(site, '..');
const { chromium } = createRequire(join(site, 'package.json'))('playwright-core');
const axe = readFileSync(join(site, 'node_modules/axe-core/axe.min.js'), 'utf8');
/** Under load everything takes longer. */
const PATIENCE = 60_000;
const FIRST_VIEW = 300_000;

function browserPath() {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim();
    } catch {
      // There may be another one.
    }
  }
  return null;
}

function insist(condition, text) {
  if (!condition) throw new Error(text);
}
const same = (one, other) =>
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
        contents: `export * from './answering.js'; export * from './examples.js'; export * from './address.js';`,
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
const { Answering, addressOf, examples } = await inNode();
const names = ['', '/learn', '/numpy', '/runtime', '/solve'].map((part) => `delta-tape${part}`);
const modules = Object.fromEntries(
  await Promise.all(
    names.map(async (name) => {
      const url = pathToFileURL(createRequire(join(root, 'package.json')).resolve(name)).href;
      return [name, { ...(await import(url)), __esModule: true }];
    }),
  ),
);

/** The value and the gradient of an example in Node. */
function expected({ id, name }) {
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

const found = browserPath();
if (found === null) {
  console.log('skipped: Chromium (apt-get install -y chromium)');
  console.log('0 passed, 0 failed');
  process.exit(0);
}
const server = await serve(join(site, 'dist'));
const address = `${server.address}explorer/`;
const browser = await chromium.launch({ executablePath: found, args: ['--no-sandbox'] });

/** A page that objects to every message on its console and to every foreign address. */
async function open(hash = '', settings = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...settings,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const heard = [];
  page.on('console', (message) => heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(server.address) && !/^(blob|data):/.test(url)) heard.push(`asks ${url}`);
  });
  await page.goto(`${address}${hash}`);
  await page.waitForSelector('.result, .notice.bad, .notice .strong');
  return { page, context, heard };
}

const numbersOn = (page) =>
  page.$$eval('.value output, .slope output', (all) => all.map(({ title }) => Number(title)));

async function type(page, text) {
  await page.waitForSelector('.cm-content');
  await page.focus('.cm-content');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

const value = (page) => page.getAttribute('.value output', 'title');
const waitForValue = (page, wanted) =>
  page.waitForFunction(
    (title) => document.querySelector('.value output')?.title === title,
    String(wanted),
  );

/** What axe finds, and whether the page can be moved sideways. */
async function inspected(page, where) {
  await page.addScriptTag({ content: axe }).catch(() => page.evaluate(axe));
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
  insist(told.length === 0, `axe, ${where}: ${told.join('\n')}`);
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  insist(wide <= 0, `${where}: the page is ${wide} pixels too wide`);
}

const tabs = ['plot', 'bindings', 'derivative', 'cost'];

const checks = {
  'every example gives the numbers of Node': async () => {
    const { page, context, heard } = await open();
    for (const example of examples) {
      await page.evaluate(() => document.querySelector('.value output')?.removeAttribute('title'));
      await page.goto(`${address}#example=${example.id}`);
      await page.reload();
      await page.waitForSelector('.result, .notice.bad');
      const [notice] = await page.$$eval('.notice.bad', (all) => all.map((one) => one.innerText));
      insist(notice === undefined, `${example.id}: ${notice}`);
      const [{ numbers: wanted }, shown] = [expected(example), await numbersOn(page)];
      insist(
        shown.length > 1 && shown.every((x, k) => same(x, wanted[k])),
        `${example.id}: ${shown.join()} instead of ${wanted.join()}`,
      );
      for (const tab of tabs) {
        await page.click(`#tab-${tab}`);
        await page.waitForSelector(`#panel-${tab}`);
      }
    }
    insist(heard.length === 0, heard.join('\n'));
    await context.close();
  },

  'typing, and mistakes with their lines': async () => {
    const { page, context, heard } = await open();
    await type(page, 'const f = (x = 3) => x ** 4;');
    await waitForValue(page, 81);
    insist((await numbersOn(page))[1] === 108, 'the gradient does not follow the typing');
    await type(page, 'const f = (x: number) => {\n  throw new Error("stop at " + x);\n};');
    await page.waitForSelector('.notice.bad');
    const notice = await page.innerText('.notice.bad');
    insist(/Line 2/.test(notice) && /stop at 1/.test(notice), notice);
    await type(page, 'const f = (x: number) => x *;');
    await page.waitForFunction(() =>
      /Line 1/.test(document.querySelector('.notice.bad')?.innerText),
    );
    await type(page, 'const word: number = "one";\nconst f = (x: number) => x + 1;');
    await waitForValue(page, 2);
    await page.waitForSelector('.cm-lintRange-error');
    await page.hover('.cm-lintRange-error');
    await page.waitForSelector('.cm-tooltip-lint, .cm-tooltip');
    insist(
      /not assignable/.test(await page.innerText('.cm-tooltip')),
      'no error of types is shown',
    );
    insist(heard.length === 0, heard.join('\n'));
    await context.close();
  },

  'sliders, fields and links': async () => {
    const { page, context, heard } = await open('#example=wave');
    const before = await value(page);
    await page.focus('input[aria-label="x, slider"]');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(
      (old) => document.querySelector('.value output').title !== old,
      before,
    );
    await page.fill('input[aria-label="y"]', '0.25');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /at=.*,0\.25$/.test(location.hash));
    const moved = await numbersOn(page);
    const link = page.url();
    const other = await open(link.slice(link.indexOf('#')));
    insist((await numbersOn(other.page)).join() === moved.join(), 'a link gives other numbers');
    await type(page, 'console.log("has run");\nconst mine = (x = 2) => x * x * x;');
    await waitForValue(page, 8);
    await page.waitForFunction(() => location.hash.startsWith('#code='));
    const strange = await open(page.url().slice(page.url().indexOf('#')));
    insist(await strange.page.isVisible('text=This code came with a link'), 'a link runs at once');
    await strange.page.waitForSelector('.cm-content');
    insist(/mine/.test(await strange.page.innerText('.cm-content')), 'the code is not shown');
    insist((await strange.page.$('.printed')) === null, 'code of a link has run');
    await strange.page.click('text=Run this code');
    await waitForValue(strange.page, 8);
    insist(/has run/.test(await strange.page.innerText('.printed')), 'nothing is printed');
    for (const one of [heard, other.heard, strange.heard]) insist(one.length === 0, one.join('\n'));
    const broken = await open('#code=AAAA');
    insist(
      /cannot be read/.test(await broken.page.innerText('.results')),
      'a broken link says nothing',
    );
    for (const one of [context, other.context, strange.context, broken.context]) await one.close();
  },

  'limits of time and operations': async () => {
    const { page, context, heard } = await open();
    await type(page, 'const f = (x: number) => {\n  for (;;);\n};');
    await page.waitForSelector('.notice.bad');
    insist(/was ended/.test(await page.innerText('.notice.bad')), 'an endless loop is not ended');
    await type(page, 'for (;;);\nconst f = (x: number) => x;');
    await page.waitForTimeout(6000);
    insist(
      /was ended/.test(await page.innerText('.notice.bad')),
      'a module that loops is not ended',
    );
    await type(page, 'const f = (x = 5) => x * x;');
    await waitForValue(page, 25);
    await type(
      page,
      'const f = (x = 1) => {\n  for (let k = 0; k < 1e5; k++) x = Math.sin(x);\n  return x;\n};',
    );
    await page.waitForFunction(() => Number(document.querySelector('.value output')?.title) < 1);
    await page.click('#tab-bindings');
    await page.waitForSelector('text=too many to list');
    insist(heard.length === 0, heard.join('\n'));
    await context.close();
  },

  'a stranger’s code has no network and no storage': async () => {
    const { page, context } = await open();
    const { origin } = new URL(address);
    const attempts = [
      ['fetch', `fetch('${origin}/stolen-fetch').catch(() => 0); throw 'asked'`],
      [
        'WebSocket',
        `new WebSocket('${origin.replace('http', 'ws')}/stolen-socket'); throw 'asked'`,
      ],
      ['importScripts', `importScripts('${origin}/stolen-script')`],
      [
        'XMLHttpRequest',
        `const r = new XMLHttpRequest(); r.open('GET', '${origin}/stolen-xhr', false); r.send()`,
      ],
      ['import', `import('${origin}/stolen-module').catch(() => 0); throw 'asked'`],
      ['indexedDB', `indexedDB.open('kept')`],
      ['Worker', `new Worker('${origin}/stolen-worker')`],
    ];
    const tries = attempts.map(
      ([name, code]) =>
        `try { const g: any = globalThis; new Function(${JSON.stringify(code)})(); console.log('${name} got through'); } catch (e) { console.log('${name} refused'); }`,
    );
    await type(page, `${tries.join('\n')}\nconst f = (x = 7) => x;`);
    await waitForValue(page, 7);
    await page.waitForTimeout(1500);
    const printed = await page.innerText('.printed');
    insist(!/got through/.test(printed), printed);
    const stolen = server.asked.filter((path) => path.includes('stolen'));
    insist(stolen.length === 0, `asked for ${stolen.join()}`);
    await context.close();
  },

  'the keyboard alone': async () => {
    const { page, context, heard } = await open('#example=paper');
    const goTo = async (selector) => {
      for (let presses = 0; presses < 120; presses++) {
        if (await page.evaluate((one) => document.activeElement?.matches(one), selector)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not lead to ${selector}`);
    };
    await page.waitForSelector('.cm-content');
    await goTo('#tab-plot');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('#panel-bindings');
    await goTo('.steps button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=Before the sweep');
    await goTo('.steps button:nth-of-type(3)');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=Step 2 of 38');
    await goTo('[role=listbox]');
    const before = await page.getAttribute('[role=listbox]', 'aria-activedescendant');
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(
      (old) =>
        document.querySelector('[role=listbox]').getAttribute('aria-activedescendant') !== old,
      before,
    );
    insist((await page.$$('.cm-selected-line')).length === 1, 'no line of the code is marked');
    insist(heard.length === 0, heard.join('\n'));
    await context.close();
  },

  'downloads, kinks and counts': async () => {
    const { page, context, heard } = await open('#example=rosenbrock');
    await page.click('#tab-derivative');
    const waiting = page.waitForEvent('download');
    await page.click('text=Download');
    const download = await waiting;
    insist(download.suggestedFilename() === 'rosenbrock-gradient.ts', 'the file has another name');
    const wanted = expected({ id: 'rosenbrock' }).file;
    insist(readFileSync(await download.path(), 'utf8') === wanted, 'the file is not that of Node');
    await page.goto(`${address}#example=kink&at=0,0.5`);
    await page.reload();
    await page.waitForSelector('.result');
    await page.click('#tab-cost');
    await page.waitForSelector('.kinks >> text=Line 4');
    await page.waitForSelector('text=a ratio of');
    await page.waitForSelector('.cm-kink');
    insist(heard.length === 0, heard.join('\n'));
    await context.close();
  },

  'axe and narrow screens, dark and light': async () => {
    for (const colorScheme of ['light', 'dark']) {
      for (const width of [1280, 360]) {
        const { page, context, heard } = await open('#example=paper', {
          colorScheme,
          viewport: { width, height: 800 },
          bypassCSP: true,
        });
        await page.waitForSelector('.cm-content');
        for (const tab of tabs) {
          await page.click(`#tab-${tab}`);
          await page.waitForTimeout(500);
          await inspected(page, `${tab}, ${colorScheme}, ${width}`);
          if (options.pictures !== undefined) {
            mkdirSync(options.pictures, { recursive: true });
            const path = join(options.pictures, `${tab}-${colorScheme}-${width}.png`);
            await page.screenshot({ path, fullPage: true });
          }
        }
        insist(heard.length === 0, heard.join('\n'));
        await context.close();
      }
    }
    const link = addressOf({ code: 'const f = (x: number) => x;' });
    const { page, context } = await open(link, { bypassCSP: true });
    await inspected(page, 'a link');
    await context.close();
  },

  'the first view is small': async () => {
    const folder = join(site, 'dist/explorer');
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    const files = new Set(['index.html']);
    const add = (file) => {
      if (files.has(file)) return;
      files.add(file);
      const text = readFileSync(join(folder, file), 'utf8');
      // What a module imports at once, and not what it loads later.
      for (const [, next] of text.matchAll(/(?:from|import)"\.\/([\w.-]+)"/g)) add(next);
    };
    for (const [, file] of html.matchAll(/(?:src|href)="([\w-]+\.(?:js|css|svg))"/g)) add(file);
    const bytes = [...files].reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    console.log(`first view: ${files.size} files, ${bytes} bytes`);
    insist(files.size >= 4 && bytes < FIRST_VIEW, `${bytes} bytes`);
  },
};

let [passed, failed] = [0, 0];
for (const [name, check] of Object.entries(checks)) {
  if (options.only !== undefined && !name.includes(options.only)) continue;
  if (options.spoilt && !name.includes('numbers of Node')) continue;
  try {
    await check();
    passed++;
    console.log(`right: ${name}`);
  } catch (error) {
    failed++;
    console.log(`wrong: ${name}: ${error.message}`);
  }
}
await browser.close();
server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
