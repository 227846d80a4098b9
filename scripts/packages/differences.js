/**
 * Slopes of the functions of a package by differences, of the package as it is: `node differences.js PACKAGE FILE` writes
 * calls that give numbers and have slopes.
 */
import { writeFileSync } from 'node:fs';
import { functionsIn, makers, numbersOf, random, total, withNumbers } from './values.js';

const CALLS = 4;
const SLOWEST_CALL = 100;
const SLOWEST_FUNCTION = 1500;
const STEPS = [1e-5, 1e-4, 3e-6];

const native = {
  isNumber: (of) => typeof of === 'number',
  add: (a, b) => a + b,
  mul: (a, b) => a * b,
};

/** The central difference in one number, or null where steps of several sizes do not agree. */
function slope(value, numbers, k) {
  const moved = (by) => numbers.with(k, numbers[k] + by);
  const [first, ...others] = STEPS.map((h) => (value(moved(h)) - value(moved(-h))) / (2 * h));
  const allowed = 1e-3 * Math.max(1, Math.abs(first));
  return others.every((other) => Math.abs(other - first) < allowed) ? first : null;
}

/** The slopes of a call; undefined if it gives no number, throws, is slow, or not the same twice. */
function examined(call, args) {
  const numbers = numbersOf(args);
  const value = (moved) => total(call(...withNumbers(args, moved)), native);
  const start = Date.now();
  try {
    const first = value(numbers);
    if (!(Math.abs(first) < 1e8) || value(numbers) !== first) return undefined;
    if (Date.now() - start > SLOWEST_CALL) return undefined;
    const slopes = numbers.map((_, k) => slope(value, numbers, k));
    return slopes.some((one) => Math.abs(one) > 1e-9) ? { value: first, slopes } : undefined;
  } catch {
    // These are no arguments for the function.
    return undefined;
  }
}

/** The kinds of arguments to try. */
function* signatures(count, next) {
  const kinds = Object.keys(makers);
  for (const kind of kinds) yield Array(count).fill(kind);
  for (let k = 0; k < 20; k++)
    yield Array.from({ length: count }, () => kinds[Math.floor(next() * kinds.length)]);
}

const [name, file] = process.argv.slice(2);
const calls = [];
for (const [path, { f, self }] of await functionsIn(name)) {
  const next = random([...path].reduce((sum, letter) => 31 * sum + letter.charCodeAt(0), 7) | 0);
  const number = () => Number((0.2 + 1.5 * next()).toFixed(3));
  const start = Date.now();
  let found = 0;
  for (const count of f.length === 0 ? [1, 2] : [Math.min(f.length, 6)])
    for (const kinds of signatures(count, next)) {
      if (found === CALLS || Date.now() - start > SLOWEST_FUNCTION) break;
      const args = kinds.map((kind) => makers[kind](number));
      const seen = examined(f.bind(self), args);
      if (seen === undefined) continue;
      calls.push({ path, args, ...seen });
      found++;
    }
}
writeFileSync(file, JSON.stringify(calls));
// Some packages leave timers behind.
process.exit(0);
