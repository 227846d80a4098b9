/**
 * A program that uses every export which a page can use, for bundlers: it has gradients of every kind, and what it
 * prints is the same with and without a bundler.
 */
const entries = [
  '',
  '/delta',
  '/monad',
  '/solve',
  '/learn',
  '/learn/inference',
  '/plain',
  '/runtime',
].map((path) => `delta-tape${path}`);
const names = entries.map((_, k) => `entry${k}`);

export const everything = `
${entries.map((entry, k) => `import * as ${names[k]} from '${entry}';`).join('\n')}
import 'delta-tape/methods';
import {
  checkGradient, digamma, erf, erfc, explain, grad, hessian, jacobian, jvp, lgamma, mul, polygamma, sub, taylor, vjp,
} from 'delta-tape';
import { Scale, showDelta, Var } from 'delta-tape/delta';
import { grad as asMonad, operators } from 'delta-tape/monad';
import { derivativeSource, plain, translate } from 'delta-tape/plain';
import { root } from 'delta-tape/solve';

const printed = [];
const print = (...values) => printed.push(values.map((value) => JSON.stringify(value)).join(' '));

// What is listed is left out of no bundle.
for (const names of [${names.join(', ')}]) {
  print(Object.entries(names).map(([name, value]) => name + ' ' + typeof value).sort());
}
const special = (x) => mul(erf(x), mul(erfc(x), mul(lgamma(x), digamma(x))));
print(polygamma(1, 1), grad(special)(1.5), checkGradient(special)(1.5).ok);
print(grad((x) => x.mul(x).sin())(2), explain((x) => mul(x, x))(3));
print(showDelta(Scale(2, Var(1)), (id) => 'x' + id), asMonad((x) => operators.mul(x, x))(3));
print(grad((a) => root((x, b) => sub(mul(x, x), b))(1, a))(4));
// A text, whose names no bundler makes shorter.
const wave = plain(new Function('x', 'return x * Math.sin(x);'));
print(grad(wave)(2), hessian(wave)(2), taylor(wave, 3)(2), derivativeSource(wave));
print(jacobian(plain(([x, y]) => [x * y, x / y]))([2, 3]), jvp(wave)([2], [1]), vjp(wave)(2).pullback(1));
print(translate('export const f = (x: number) => x * x;', { filename: 'f.ts' }).code);
globalThis.printed = printed.join('\\n');
`;
