/** What the checks of the explorer share: typing, and the numbers on the page. */
/* global document */

export const tabs = ['plot', 'bindings', 'derivative', 'cost'];

export const numbersOn = (page) =>
  page.$$eval('.value output, .slope output', (all) => all.map(({ title }) => Number(title)));

/** Types a text in the place of what the editor has. */
export async function type(page, text) {
  await page.waitForSelector('.cm-content');
  await page.focus('.cm-content');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

export const valueOn = (page) => page.getAttribute('.value output', 'title');

export const waitForValue = (page, wanted) =>
  page.waitForFunction(
    (title) => document.querySelector('.value output')?.title === title,
    String(wanted),
  );

/** Waits for an error of the page that has a text. */
export const waitForNotice = (page, pattern) =>
  page.waitForFunction(
    (source) => new RegExp(source).test(document.querySelector('.notice.bad')?.innerText ?? ''),
    pattern.source,
  );

/** Presses Tab until an element has the focus. */
export async function tabTo(page, selector) {
  for (let presses = 0; presses < 150; presses++) {
    const isThere = (one) => globalThis.document.activeElement?.matches(one);
    if (await page.evaluate(isThere, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}`);
}
