/** What the checks in a browser share: the browser, pages that object to messages and to foreign addresses, and the counts. */
/* global document, setTimeout */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { served } from '../../serve.js';

export const site = join(import.meta.dirname, '../..');
export const root = join(site, '..');
export const need = createRequire(join(site, 'package.json'));
const axe = readFileSync(need.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * `--spoilt` breaks what a check looks at, which it must notice; `--pictures FOLDER` keeps screenshots there; `--only TEXT` runs
 * the checks that have the text in their names.
 */
export const { values: options } = parseArgs({
  options: { spoilt: { type: 'boolean' }, pictures: { type: 'string' }, only: { type: 'string' } },
});

/** Under load everything takes longer. */
export const PATIENCE = 60_000;

export function insist(condition, text) {
  if (!condition) throw new Error(text);
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Where the first of these programs is. */
export function pathOf(names) {
  for (const name of names) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim();
    } catch {
      // There may be another one.
    }
  }
  return undefined;
}

/** Chromium; without it, the process ends with a line that says so. */
async function launched() {
  const executablePath = pathOf(['chromium', 'chromium-browser', 'google-chrome']);
  if (executablePath === undefined) {
    console.log('skipped: Chromium (apt-get install -y chromium)');
    console.log('0 passed, 0 failed');
    process.exit(0);
  }
  const { chromium } = need('playwright-core');
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/** The built site in a browser, served as `served` does. */
export async function inBrowser(serving = {}) {
  const server = await served(serving);
  const browser = await launched();

  /** A page that hears every message on its console, and every foreign address that is asked for. */
  async function page(path, settings = {}) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      ...settings,
    });
    const made = await context.newPage();
    made.setDefaultTimeout(PATIENCE);
    const heard = [];
    made.on('console', (message) => heard.push(message.text()));
    made.on('pageerror', (error) => heard.push(String(error)));
    made.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(server.address) && !/^(blob|data):/.test(url)) heard.push(`asks ${url}`);
    });
    await made.goto(server.address + path);
    const quiet = () => insist(heard.length === 0, heard.join('\n'));
    return { page: made, context, heard, quiet };
  }

  /** An explorer with an answer, with an error, or with code of a link. */
  async function explorer(hash = '', settings = {}) {
    const opened = await page(`explorer/${hash}`, settings);
    await opened.page.waitForSelector('.result, .notice.bad, .notice .strong');
    return opened;
  }

  const end = async () => {
    await browser.close();
    server.close();
  };
  return { ...server, page, explorer, end };
}

/** Whether the page can be moved sideways, or something in it stands out of the screen. */
export async function insistFits(page, where) {
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  insist(wide <= 0, `${where}: the page is ${wide} pixels too wide`);
}

export async function insistAccessible(page, where) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const told = violations.map(({ id, nodes }) => {
    const texts = nodes.slice(0, 3).map(({ html }) => html.slice(0, 160));
    return `${id}: ${texts.join(' ')}`;
  });
  insist(told.length === 0, `axe, ${where}: ${told.join('\n')}`);
}

/** Keeps a screenshot, if pictures are asked for. */
export async function picture(page, name, settings = {}) {
  if (options.pictures === undefined) return;
  mkdirSync(options.pictures, { recursive: true });
  await page.screenshot({ path: join(options.pictures, `${name}.png`), ...settings });
}

/** Runs checks one after the other, says what each found, and ends with the counts. */
export async function runChecks(checks) {
  let [passed, failed] = [0, 0];
  for (const [name, check] of Object.entries(checks)) {
    if (options.only !== undefined && !name.includes(options.only)) continue;
    try {
      await check();
      passed++;
      console.log(`right: ${name}`);
    } catch (error) {
      failed++;
      console.log(`wrong: ${name}: ${error.message}`);
    }
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
