/** The library with methods that take the room of a list at once: shorter to read than what grows. */
import type { types as t } from '../front/syntax.js';
import type { Fn } from '../core/core.js';
import { programOf } from '../core/desugar.js';
import { parseSync } from '../../vendor/babel.js';
import { libraryText } from '../specialise/library/library-text.js';

const exactMethods = `
function listByPush(n, f) { const out = []; for (let i = 0; i < n; i++) out.push(f(i)); return out; }
function filledBy(n, f) { for (let k = 0; k < n; k++) this[k] = f(k); return this; }
function map(f) {
  $alone(f, $count);
  const n = this.length;
  if ($isTyped(this)) { const out = $like(this, n); for (let k = 0; k < n; k++) out[k] = f(this[k], k, this); return out; }
  return $exactList(n, (k) => f(this[k], k, this));
}
function mapFrom(f) { const n = this.length; return $exactList(n, (k) => f(this[k], k)); }
function fromLike(n) { return $exactList(n, (k) => this[k]); }
function generated(n, f) { return $exactList(n, (k) => f(undefined, k)); }
function filter(f) {
  $alone(f, $count);
  const n = this.length;
  if ($isTyped(this)) throw 0;
  const out = this.slice(); let count = 0;
  for (let k = 0; k < n; k++) { const x = this[k]; out[count] = x; if (f(x, k, this)) count = count + 1; }
  return out.slice(0, count);
}
function reduce(f, first) {
  const n = this.length; let total = first; let k = 0;
  if ($count < 2) { if (n === 0) throw 0; total = this[0]; k = 1; }
  for (; k < n; k++) total = f(total, this[k], k, this);
  return total;
}
function greatest() { let max = -Infinity; for (let k = 0; k < this.length; k++) max = Math.max(max, this[k]); return max; }
function least() { let min = Infinity; for (let k = 0; k < this.length; k++) min = Math.min(min, this[k]); return min; }
function slice(from, to) {
  const n = this.length; const a = between(from, 0, n); const m = from === undefined && to === undefined ? n : Math.max(between(to, n, n) - a, 0);
  if ($isTyped(this)) { const out = $like(this, m); for (let i = 0; i < m; i++) out[i] = this[a + i]; return out; }
  return $exactList(m, (k) => this[a + k]);
}
`;

let made: Fn | null = null;

export function exactLibrary(): Fn {
  const settings = { configFile: false, babelrc: false, sourceType: 'script' } as const;
  const text = libraryText + exactMethods;
  made ??= programOf((parseSync(text, settings) as t.File).program, []);
  return made;
}
