/**
 * What code can do in the built explorer, in Chromium: `node site/check/explorer-safety.js`, after `npm run site`. With
 * `--spoilt`, the worker has no content security policy, which must be noticed.
 */
/* global document, URL */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inBrowser, insist, options, runChecks, site } from './support/browser.js';
import { type, waitForNotice, waitForValue } from './support/explorer.js';

const policy = /<meta\s+http-equiv="Content-Security-Policy"[^>]*>/;
const { address, asked, explorer, end } = await inBrowser({
  bytesOf: (file) => {
    const bytes = readFileSync(join(site, 'dist', file));
    const isSpoilt = options.spoilt === true && file === 'explorer/runner.html';
    return isSpoilt ? String(bytes).replace(policy, '') : bytes;
  },
});

/** After anything, the explorer goes on. */
async function insistWorks(page) {
  await type(page, 'const alive = (x = 5) => x * x;');
  await waitForValue(page, 25);
}

await runChecks({
  'endless loops, and runs that are long': async () => {
    const { page, context, quiet } = await explorer();
    await type(page, 'const f = (x: number) => {\n  for (;;);\n};');
    await waitForNotice(page, /was ended/);
    await insistWorks(page);
    await type(page, 'for (;;);\nconst f = (x: number) => x;');
    await waitForNotice(page, /was ended/);
    await insistWorks(page);
    await type(page, 'const again = () => Promise.resolve().then(again);\nagain();');
    await page.waitForTimeout(1000);
    await insistWorks(page);
    await type(
      page,
      'const f = (x = 1) => {\n  for (let k = 0; k < 3e4; k++) x = Math.sin(x);\n  return x;\n};',
    );
    await page.waitForFunction(() => Number(document.querySelector('.value output')?.title) < 1);
    await page.click('#tab-bindings');
    await page.waitForSelector('text=too many to list');
    quiet();
    await context.close();
  },

  'recursion without an end': async () => {
    const { page, context, quiet } = await explorer();
    await type(page, 'function f(x: number): number {\n  return f(x + 1) + 1;\n}');
    await waitForNotice(page, /Maximum call stack/);
    await insistWorks(page);
    quiet();
    await context.close();
  },

  'code that takes all memory': async () => {
    for (const code of [
      'const hog = new Array(1e9).fill(1.5).map((x) => x + 1);',
      'const hog: Float64Array[] = [];\nfor (;;) hog.push(new Float64Array(1e8).fill(1));',
      'const hog: unknown[] = [];\nfor (;;) hog.push({ a: [hog.length] });',
      'export const at = [new Array(1e7).fill(1)];',
    ]) {
      const { page, context } = await explorer();
      await type(page, `${code}\nconst f = (x: number) => x;`);
      await page.waitForSelector('.notice.bad');
      await insistWorks(page);
      await context.close();
    }
  },

  'output without an end': async () => {
    const { page, context, quiet } = await explorer();
    await type(
      page,
      "for (let k = 0; k < 1e5; k++) console.log('line', k);\nconst f = (x = 3) => x * x;",
    );
    await waitForValue(page, 9);
    const lines = await page.innerText('.printed pre');
    insist(/left out/.test(lines) && lines.split('\n').length < 300, 'all lines are printed');
    await type(page, "console.log('x'.repeat(1e8));\nconst f = (x = 4) => x * x;");
    await waitForValue(page, 16);
    const { length } = await page.innerText('.printed pre');
    insist(length < 1e5, `${length} characters are printed`);
    await type(page, "const f = (x: number) => {\n  throw new Error('y'.repeat(1e8));\n};");
    await waitForNotice(page, /yyy/);
    const notice = await page.innerText('.notice.bad');
    insist(notice.length < 1e4, `an error has ${notice.length} characters`);
    quiet();
    await context.close();
  },

  'what is thrown and no error': async () => {
    const { page, context, quiet } = await explorer();
    for (const [thrown, told] of [
      ['5', /threw 5/],
      ['null', /threw null/],
      ['undefined', /threw undefined/],
      ['Symbol("here")', /threw Symbol\(here\)/],
      ['Object.create(null)', /threw something/],
      ['{ get message() { throw 1; } }', /threw something/],
      ['{ message: 3, stack: 4 }', /threw \[object Object\]/],
    ]) {
      await type(page, `const f = (x: number) => {\n  throw ${thrown};\n};`);
      await waitForNotice(page, told);
    }
    await insistWorks(page);
    quiet();
    await context.close();
  },

  'a stranger’s code has no network and no storage': async () => {
    const { page, context } = await explorer();
    const { origin } = new URL(address);
    const attempts = [
      ['fetch', `fetch('${origin}/stolen-fetch', { mode: 'no-cors' }).catch(() => 0); throw 0`],
      ['WebSocket', `new WebSocket('${origin.replace('http', 'ws')}/stolen-socket'); throw 0`],
      ['EventSource', `new EventSource('${origin}/stolen-events'); throw 0`],
      ['importScripts', `importScripts('${origin}/stolen-script')`],
      [
        'XMLHttpRequest',
        `const r = new XMLHttpRequest(); r.open('GET', '${origin}/stolen-xhr', false); r.send()`,
      ],
      ['import', `import('${origin}/stolen-module').catch(() => 0); throw 0`],
      ['indexedDB', `indexedDB.open('kept')`],
      ['localStorage', `localStorage.setItem('kept', '1')`],
      ['cookie', `document.cookie = 'kept=1'`],
      ['Worker', `new Worker('${origin}/stolen-worker')`],
      [
        'a worker of a text',
        `const text = "importScripts('${origin}/stolen-inner')";
         new Worker(URL.createObjectURL(new Blob([text]))); throw 0`,
      ],
    ];
    const tries = attempts.map(
      ([name, code]) =>
        `try { new Function(${JSON.stringify(code)})(); console.log('${name} got through'); } catch (e) { console.log('${name} refused'); }`,
    );
    await type(page, `${tries.join('\n')}\nconst f = (x = 7) => x;`);
    await waitForValue(page, 7);
    await page.waitForTimeout(1500);
    const printed = await page.innerText('.printed');
    insist(!/got through/.test(printed), printed);
    const stolen = asked.filter((path) => path.includes('stolen'));
    insist(stolen.length === 0, `asked for ${stolen.join()}`);
    await context.close();
  },

  'messages to the page, and what is changed in the worker': async () => {
    const { page, context, quiet } = await explorer();
    const before = await page.evaluate(() => document.querySelector('h1').innerText);
    await type(
      page,
      `const g: any = globalThis;
g.postMessage({ text: 'x' });
g.postMessage('ready');
g.Math.sin = () => 42;
g.Array.prototype.map = null;
const f = (x = 2) => eval('x * 3');`,
    );
    await page.waitForTimeout(1500);
    insist((await page.evaluate(() => document.querySelector('h1').innerText)) === before, 'no');
    // Other code begins in a worker of its own, where Math.sin is what it was.
    await type(page, 'const wave = (x = 1.5) => Math.sin(x);');
    await waitForValue(page, Math.sin(1.5));
    await type(
      page,
      `const g: any = globalThis;
g.MessagePort.prototype.postMessage = null;
g.Array.prototype.map = () => [{}];
g.Array.prototype.flatMap = () => [{}];
const f = (x = 2) => x;`,
    );
    await page.waitForTimeout(1500);
    await insistWorks(page);
    quiet();
    await context.close();
  },
});
await end();
