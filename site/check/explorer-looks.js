/**
 * How the built explorer looks and is used, in Chromium: `node site/check/explorer-looks.js`, after `npm run site`. With
 * `--spoilt`, the page is too wide and of low contrast, which must be noticed.
 */
/* global document */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
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
import { tabs, tabTo, valueOn } from './support/explorer.js';

const FIRST_VIEW = 300_000;
const folder = join(site, 'dist/explorer');
const { explorer, end } = await inBrowser({
  bytesOf: (file) => {
    const bytes = readFileSync(join(site, 'dist', file));
    const isSpoilt = options.spoilt === true && /explorer\/style-.*\.css$/.test(file);
    return isSpoilt ? `${bytes} main { width: 3000px; } .quiet { color: #aaa; }` : bytes;
  },
});

const active = (page) => page.evaluate(() => document.activeElement.outerHTML.slice(0, 100));

await runChecks({
  'the keyboard alone leads to every control': async () => {
    const { page, context, quiet } = await explorer('#example=neuron');
    await page.waitForSelector('.cm-content');
    await tabTo(page, '.actions select');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.waitForSelector('#tab-plot');
    await tabTo(page, '.arguments summary');
    await page.keyboard.press('Enter');
    await tabTo(page, '.arguments input[type=checkbox]');
    await page.keyboard.press('Space');
    await page.waitForSelector('text=no input');
    await tabTo(page, '.arguments input[type=number]');
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => document.querySelectorAll('.result tbody tr').length === 8);
    const seen = new Set();
    for (const tab of tabs) {
      await page.click(`#tab-${tab}`);
      await page.waitForTimeout(400);
      const controls = await page.$$eval(
        'button, select, input, summary, a, [tabindex="0"]',
        (all) =>
          all.filter((one) => one.checkVisibility() && one.tabIndex >= 0 && !one.disabled).length,
      );
      await page.focus('.actions select');
      const reached = new Set();
      for (let presses = 0; presses < 2 * controls + 20; presses++) {
        await page.keyboard.press('Tab');
        reached.add(await active(page));
      }
      for (const one of reached) seen.add(one);
      // Radio buttons of a group are one stop, and so are the marks of the editor.
      insist(reached.size >= 0.6 * controls, `${tab}: ${reached.size} of ${controls} controls`);
    }
    for (const wanted of ['Copy link', 'type="range"', 'role="tab"', 'type="radio"']) {
      insist(
        [...seen].some((html) => html.includes(wanted) || /class="cm-/.test(html)),
        `Tab does not lead to ${wanted}`,
      );
    }
    quiet();
    await context.close();
  },

  'the keyboard alone steps through the sweep': async () => {
    const { page, context, quiet } = await explorer('#example=paper');
    await page.waitForSelector('.cm-content');
    await tabTo(page, '#tab-plot');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('#panel-bindings');
    await tabTo(page, '.steps button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=Before the sweep');
    await tabTo(page, '.steps button:nth-of-type(3)');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=Step 2 of 38');
    await tabTo(page, '[role=listbox]');
    const before = await page.getAttribute('[role=listbox]', 'aria-activedescendant');
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(
      (old) =>
        document.querySelector('[role=listbox]').getAttribute('aria-activedescendant') !== old,
      before,
    );
    insist((await page.$$('.cm-selected-line')).length === 1, 'no line of the code is marked');
    quiet();
    await context.close();
  },

  'a binding is marked in the code, and in its gradient as a file': async () => {
    const { page, context, quiet } = await explorer('#example=wave');
    await page.waitForSelector('.cm-content');
    await page.click('#tab-bindings');
    await page.hover('.bindings li:nth-child(3)');
    await page.waitForSelector('.cm-selected-line >> text=const t = x * y');
    await page.waitForSelector('.detail >> text=Gradient as a file');
    insist(/cotangent/i.test(await page.innerText('.detail')), 'there is no cotangent');
    await page.click('#tab-derivative');
    await page.waitForSelector('.lines mark.primal >> text=x * y');
    await page.waitForSelector('.lines mark.cotangent');
    quiet();
    await context.close();
  },

  'inputs and shapes are chosen, and are part of the link': async () => {
    const { page, context, quiet } = await explorer('#example=neuron');
    await page.click('.arguments summary');
    await page.click('.arguments li:nth-child(2) input[type=checkbox]');
    await page.waitForSelector('text=no input');
    const before = await valueOn(page);
    await page.fill('.arguments li:nth-child(1) input[type=number]', '2');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      (old) => document.querySelector('.value output')?.title !== old,
      before,
    );
    await page.waitForFunction(() => /held=1&lengths=weights:2$/.test(document.location.hash));
    const shown = await page.$$eval('.value output, .slope', (all) =>
      all.map((one) => one.innerText.trim()),
    );
    const hash = new globalThis.URL(page.url()).hash;
    const other = await explorer(hash);
    const again = await other.page.$$eval('.value output, .slope', (all) =>
      all.map((one) => one.innerText.trim()),
    );
    insist(shown.join() === again.join(), `${again.join()} instead of ${shown.join()}`);
    await other.context.close();
    quiet();
    await context.close();
  },

  'shapes of arrays of NumPy are chosen': async () => {
    const { page, context, quiet } = await explorer('#example=numpy&lengths=second.shape[0]:2');
    await page.waitForSelector('.notice.bad');
    await page.click('.arguments summary');
    for (const label of ['Length of axis 1 of first', 'Length of axis 0 of bias']) {
      await page.getByLabel(label).fill('2');
      await page.keyboard.press('Enter');
    }
    await page.waitForFunction(() => document.querySelectorAll('.result tbody tr').length === 8);
    quiet();
    await context.close();
  },

  'axe, and no screen is too narrow, in dark and light': async () => {
    for (const colorScheme of ['light', 'dark']) {
      for (const width of [1280, 360]) {
        const { page, context, quiet } = await explorer('#example=paper', {
          colorScheme,
          viewport: { width, height: 800 },
          bypassCSP: true,
        });
        await page.waitForSelector('.cm-content');
        await page.click('.arguments summary');
        for (const tab of tabs) {
          await page.click(`#tab-${tab}`);
          await page.waitForTimeout(500);
          await insistAccessible(page, `${tab}, ${colorScheme}, ${width}`);
          await insistFits(page, `${tab}, ${colorScheme}, ${width}`);
          await picture(page, `${tab}-${colorScheme}-${width}`, { fullPage: true });
        }
        quiet();
        await context.close();
      }
    }
  },

  'the first view is small': async () => {
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
});
await end();
