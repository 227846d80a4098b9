/**
 * Gradients of the same calls of the package as it is translated:
 * `node --import delta-tape/register derivatives.js PACKAGE FILE` prints counts, and what is wrong. An error is right: it says
 * what does not work. With --spoilt, gradients are wrong.
 */
import { readFileSync } from 'node:fs';
import { add, mul, primalOf, valueAndGrad } from 'delta-tape';
import { exceptions } from './list.js';
import { functionsIn, numbersOf, total, withNumbers } from './values.js';

/** Whether something is a number or a dual number. */
function isNumber(of) {
  try {
    return typeof primalOf(of) === 'number';
  } catch {
    return false;
  }
}

const reals = { isNumber, add, mul };
const near = (a, b, most) => Math.abs(a - b) <= most * Math.max(1, Math.abs(b));

const [name, file, spoilt] = process.argv.slice(2);
const functions = await functionsIn(name);
const counts = { right: 0, wrong: 0, refused: 0 };
for (const { path, args, value, slopes } of JSON.parse(readFileSync(file, 'utf8'))) {
  if (exceptions.some(([which]) => which.test(`${name} ${path}`))) continue;
  const { f, self } = functions.get(path);
  const whole = (numbers) => total(f.apply(self, withNumbers(args, numbers)), reals);
  try {
    const found = valueAndGrad(whole)(numbersOf(args));
    const gradient = spoilt ? found.gradient.map((one) => 1.01 * one + 0.01) : found.gradient;
    const isWrong = (slope, k) => slope !== null && !near(gradient[k], slope, 2e-3);
    const k = slopes.findIndex(isWrong);
    if (near(found.value, value, 1e-9) && k < 0) counts.right++;
    else {
      counts.wrong++;
      const what = k < 0 ? `${found.value} for ${value}` : `${gradient[k]} for slope ${slopes[k]}`;
      console.log(`wrong: ${name} ${path} of ${JSON.stringify(args)}: ${what}`);
    }
  } catch (error) {
    if (error.name !== 'DeltaTapeError') throw error;
    counts.refused++;
  }
}
console.log(JSON.stringify(counts));
process.exit(0);
