/**
 * The built explorer in Chromium: `node site/check/explorer.js`, after `npm run site`. With `--spoilt`, Node's numbers are
 * changed, which must be noticed.
 */
/* global document, location */
import { readFileSync } from 'node:fs';
import { inBrowser, insist, runChecks } from './support/browser.js';
import { numbersOn, tabs, type, valueOn, waitForValue } from './support/explorer.js';
import { examples, expected, same } from './support/in-node.js';

const { address, explorer, end } = await inBrowser({ under: '/some/where/' });
const home = `${address}explorer/`;

await runChecks({
  'every example gives the numbers of Node': async () => {
    const { page, context, quiet } = await explorer();
    for (const example of examples) {
      await page.evaluate(() => document.querySelector('.value output')?.removeAttribute('title'));
      await page.goto(`${home}#example=${example.id}`);
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
    quiet();
    await context.close();
  },
  'the last answer stays, dimmed, while the code does not parse': async () => {
    const { page, context, quiet } = await explorer();
    await type(page, 'const f = (x = 3) => x ** 4;');
    await waitForValue(page, 81);
    insist((await page.$('.stale')) === null, 'an answer is dimmed');
    await type(page, 'const f = (x = 3) => x ** ;');
    await page.waitForSelector('.notice.bad');
    insist((await page.$('.stale .result')) !== null, 'the last answer is gone');
    insist((await valueOn(page)) === '81', 'the last answer is another one');
    await type(page, 'const f = (x = 2) => x ** 4;');
    await waitForValue(page, 16);
    insist((await page.$('.stale')) === null, 'the new answer is dimmed');
    quiet();
    await context.close();
  },
  'members are offered behind a point': async () => {
    const { page, context } = await explorer('#example=spring');
    await page.waitForSelector('.cm-content');
    await page.focus('.cm-content');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nconst two = Math.', { delay: 30 });
    await page.waitForSelector('.cm-tooltip-autocomplete >> text=abs');
    await context.close();
  },
  'the theme is that of the documentation': async () => {
    const { page, context } = await explorer();
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await page.evaluate(() =>
      globalThis.localStorage.setItem('vitepress-theme-appearance', 'dark'),
    );
    await page.reload();
    await page.waitForSelector('.result');
    insist((await theme()) === 'dark', 'the choice is not read');
    await page.click('text=Light');
    const kept = await page.evaluate(() =>
      globalThis.localStorage.getItem('vitepress-theme-appearance'),
    );
    insist((await theme()) === 'light' && kept !== 'dark', 'the choice is not kept');
    await context.close();
  },
  'typing, and mistakes with their lines': async () => {
    const { page, context, quiet } = await explorer();
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
    quiet();
    await context.close();
  },
  'sliders, fields and links': async () => {
    const { page, context, quiet } = await explorer('#example=wave');
    const before = await valueOn(page);
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
    const other = await explorer(link.slice(link.indexOf('#')));
    insist((await numbersOn(other.page)).join() === moved.join(), 'a link gives other numbers');
    await type(page, 'console.log("has run");\nconst mine = (x = 2) => x * x * x;');
    await waitForValue(page, 8);
    await page.waitForFunction(() => location.hash.startsWith('#code='));
    const strange = await explorer(page.url().slice(page.url().indexOf('#')));
    insist(await strange.page.isVisible('text=This code came with a link'), 'a link runs at once');
    await strange.page.waitForSelector('.cm-content');
    insist(/mine/.test(await strange.page.innerText('.cm-content')), 'the code is not shown');
    insist((await strange.page.$('.printed')) === null, 'code of a link has run');
    await strange.page.click('text=Run this code');
    await waitForValue(strange.page, 8);
    insist(/has run/.test(await strange.page.innerText('.printed')), 'nothing is printed');
    for (const one of [quiet, other.quiet, strange.quiet]) one();
    const broken = await explorer('#code=AAAA');
    insist(
      /cannot be read/.test(await broken.page.innerText('.results')),
      'a broken link says nothing',
    );
    for (const one of [context, other.context, strange.context, broken.context]) await one.close();
  },
  'downloads, kinks and counts': async () => {
    const { page, context, quiet } = await explorer('#example=rosenbrock');
    await page.click('#tab-derivative');
    const waiting = page.waitForEvent('download');
    await page.click('text=Download');
    const download = await waiting;
    insist(download.suggestedFilename() === 'rosenbrock-gradient.ts', 'the file has another name');
    const wanted = expected({ id: 'rosenbrock' }).file;
    insist(readFileSync(await download.path(), 'utf8') === wanted, 'the file is not that of Node');
    await page.goto(`${home}#example=kink&at=0,0.5`);
    await page.reload();
    await page.waitForSelector('.result');
    await page.click('#tab-cost');
    await page.waitForSelector('.kinks >> text=Line 4');
    await page.waitForSelector('text=a ratio of');
    await page.waitForSelector('.cm-kink');
    quiet();
    await context.close();
  },
});
await end();
