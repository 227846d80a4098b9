/**
 * One launch: `node translation-launch.js <unused> <milliseconds>` prints a TranslationLaunch. The
 * first translation includes loading Babel.
 */
import { performance } from 'node:perf_hooks';
import { median, timed } from './timing.js';

const [, , , milliseconds] = process.argv;

const start = performance.now();
const { thousandLines } = await import('./translation.js');
const { translate } = await import('delta-tape/plain');
const text = thousandLines();
const once = () => translate(text, { filename: 'module.ts' });
once();
const first = performance.now() - start;

once();
const times: number[] = [];
const end = performance.now() + Number(milliseconds);
while (times.length < 3 || performance.now() < end) times.push(timed(once).milliseconds);
console.log(JSON.stringify({ first, later: median(times) }));
