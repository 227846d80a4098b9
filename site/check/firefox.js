/**
 * The built site in Firefox, by WebDriver BiDi: `node site/check/firefox.js`, after `npm run site`. Chromium is asked for much
 * more; here is what another engine could do otherwise. With `--spoilt`, Node's numbers are changed, which must be noticed.
 */
/* global document, URL */
import { served } from '../serve.js';
import {
  insist,
  insistAccessible,
  need,
  PATIENCE,
  pathOf,
  pause,
  runChecks,
} from './support/browser.js';
import { numbersOn } from './support/explorer.js';
import { examples, expected, same } from './support/in-node.js';

const executablePath = pathOf(['firefox', 'firefox-esr']);
if (executablePath === undefined) {
  console.log('skipped: Firefox (apt-get install -y firefox-esr)');
  process.exit(0);
}
const { address, asked, close } = await served();
const { default: puppeteer } = await import(need.resolve('puppeteer-core'));
const browser = await puppeteer.launch({
  ...{ browser: 'firefox', executablePath, headless: true, defaultViewport: null },
  args: ['--width=1280', '--height=900'],
});

/** A page that hears every message on its console. */
async function pageAt(path) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  const heard = [];
  page.on('console', (message) => heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(String(error)));
  await page.goto(address + path);
  return { page, quiet: () => insist(heard.length === 0, heard.join('\n')) };
}

const noticeOn = (page) => page.$$eval('.notice', (all) => all.map((one) => one.innerText).join());

/** Asks until it is so. The policy of the page forbids what Puppeteer itself waits by. */
async function until(isSo, what) {
  for (const start = Date.now(); Date.now() - start < PATIENCE; await pause(200)) {
    if (await isSo()) return;
  }
  throw new Error(`waited for ${what}`);
}
const untilValue = (page, wanted) =>
  until(async () => (await numbersOn(page))[0] === wanted, `the value ${wanted}`);
const untilNotice = (page, text) =>
  until(async () => (await noticeOn(page)).includes(text), `“${text}”`);

async function type(page, text) {
  await page.waitForSelector('.cm-content');
  await page.focus('.cm-content');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.evaluate((added) => document.execCommand('insertText', false, added), text);
}

await runChecks({
  'every example gives the numbers of Node': async () => {
    for (const example of examples) {
      const { page, quiet } = await pageAt(`explorer/#example=${example.id}`);
      await page.waitForSelector('.result, .notice.bad');
      const [{ numbers: wanted }, shown] = [expected(example), await numbersOn(page)];
      insist(
        shown.length > 1 && shown.every((x, k) => same(x, wanted[k])),
        `${example.id}: ${shown.join()} instead of ${wanted.join()}; ${await noticeOn(page)}`,
      );
      quiet();
      await page.close();
    }
  },

  'typing, mistakes, and loops without an end': async () => {
    const { page, quiet } = await pageAt('explorer/');
    await type(page, 'const f = (x = 3) => x ** 4;');
    await untilValue(page, 81);
    await type(page, 'const f = (x: number) => x *;');
    await untilNotice(page, 'Line 1');
    await type(page, 'const f = (x: number) => {\n  for (;;);\n};');
    await untilNotice(page, 'was ended');
    await type(page, 'const alive = (x = 5) => x * x;');
    await untilValue(page, 25);
    await until(() => page.url().includes('#code='), 'an address with the code');
    const link = await pageAt(`explorer/${new URL(page.url()).hash}`);
    await untilNotice(link.page, 'This code came with a link');
    for (const one of [quiet, link.quiet]) one();
    await link.page.close();
    await page.close();
  },

  'a stranger’s code has no network and no storage': async () => {
    // What the policy forbids is told on the console.
    const { page } = await pageAt('explorer/');
    for (const attempt of [
      `fetch('${address}stolen').catch(() => 0)`,
      `importScripts('${address}stolen')`,
      `new WebSocket('${address.replace('http', 'ws')}stolen')`,
    ]) {
      const tried = `try { ${attempt}; } catch {}`;
      await type(
        page,
        `const g: any = globalThis;\n${tried}\nconst f = (x = ${attempt.length}) => x;`,
      );
      await untilValue(page, attempt.length);
    }
    const stolen = asked.filter((path) => path.includes('stolen'));
    insist(stolen.length === 0, `the code asked for ${stolen.join()}`);
    const stored = `try { g.indexedDB.open('stolen'); console.log('kept'); } catch { console.log('refused'); }`;
    await type(page, `const g: any = globalThis;\n${stored}\nconst f = (x = 7) => x;`);
    await untilValue(page, 7);
    const printed = await page.$eval('.printed pre', (one) => one.innerText.trim());
    insist(printed === 'refused', `storage was ${printed}`);
    await page.close();
  },

  'pages have no errors, and axe finds nothing': async () => {
    for (const path of ['index.html', 'tutorials/fit-a-curve.html', 'benchmarks/gradbench.html']) {
      const { page, quiet } = await pageAt(path);
      await page.waitForSelector('h1');
      await insistAccessible(page, path);
      quiet();
      await page.close();
    }
  },
});
await browser.close();
close();
