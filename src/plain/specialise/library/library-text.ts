/**
 * Methods of arrays as JavaScript, which is specialised as the program's own functions are. What begins with `$` is
 * native (calls/natives.ts): `$like` makes a typed array of the kind of one; `$count` is the number of arguments. Indices in the library are those of elements.
 */
import { derivativeOperators, listFunctions } from './differentiable-text.js';
import { keyedMethods } from './keyed-text.js';

const arrayMethods = `
function map(f) {
  $alone(f, $count);
  const n = this.length;
  if ($isTyped(this)) { const out = $like(this, n); for (let i = 0; i < n; i++) out[i] = f(this[i], i, this); return out; }
  const out = []; for (let i = 0; i < n; i++) out.push(f(this[i], i, this)); return out;
}
function mapFrom(f) { const n = this.length; const out = []; for (let i = 0; i < n; i++) out.push(f(this[i], i)); return out; }
function fromLike(n) { const out = []; for (let i = 0; i < n; i++) out.push(this[i]); return out; }
function generated(n, f) { const out = []; for (let i = 0; i < n; i++) out.push(f(undefined, i)); return out; }
function forEach(f) {
  $alone(f, $count); const n = this.length; for (let i = 0; i < n; i++) f(this[i], i, this); }
function reduce(f, first) {
  const n = this.length; let sum = first; let i = 0;
  if ($count < 2) { if (n === 0) throw 0; sum = this[0]; i = 1; }
  for (; i < n; i++) sum = f(sum, this[i], i, this);
  return sum;
}
function reduceRight(f, first) {
  let sum = first; let i = this.length - 1;
  if ($count < 2) { if (i < 0) throw 0; sum = this[i]; i = i - 1; }
  for (; i >= 0; i--) sum = f(sum, this[i], i, this);
  return sum;
}
function filter(f) {
  $alone(f, $count); const n = this.length; const out = []; for (let i = 0; i < n; i++) { const x = this[i]; if (f(x, i, this)) out.push(x); } return out; }
function some(f) {
  $alone(f, $count); const n = this.length; for (let i = 0; i < n; i++) if (f(this[i], i, this)) return true; return false; }
function every(f) {
  $alone(f, $count); const n = this.length; for (let i = 0; i < n; i++) if (!f(this[i], i, this)) return false; return true; }
function find(f) {
  $alone(f, $count); const n = this.length; for (let i = 0; i < n; i++) { const x = this[i]; if (f(x, i, this)) return x; } return undefined; }
function findIndex(f) {
  $alone(f, $count); const n = this.length; for (let i = 0; i < n; i++) if (f(this[i], i, this)) return i; return -1; }
function indexOf(x) { if ($count !== 1) throw 0; const n = this.length; for (let i = 0; i < n; i++) if (this[i] === x) return i; return -1; }
function includes(x) { if ($count !== 1) throw 0; const n = this.length; for (let i = 0; i < n; i++) { const y = this[i]; if (y === x || (x !== x && y !== y)) return true; } return false; }
function lastIndexOf(x) { if ($count !== 1) throw 0; for (let i = this.length - 1; i >= 0; i--) if (this[i] === x) return i; return -1; }
function findLast(f) {
  $alone(f, $count); for (let i = this.length - 1; i >= 0; i--) { const x = this[i]; if (f(x, i, this)) return x; } return undefined; }
function findLastIndex(f) {
  $alone(f, $count); for (let i = this.length - 1; i >= 0; i--) if (f(this[i], i, this)) return i; return -1; }
function fieldsOf(key) { const n = this.length; const out = []; for (let i = 0; i < n; i++) out.push(this[i][key]); return out; }
function toReversed() { const out = []; for (let i = this.length - 1; i >= 0; i--) out.push(this[i]); return out; }
function sort(f) { return $sorted(this, f, $count); }
function toSorted(f) { return $sorted(this.slice(), f, $count); }
function reordered(places) { const old = this.slice(); const n = this.length; for (let i = 0; i < n; i++) this[i] = old[places[i]]; return this; }
function sortShort(f) {
  const n = this.length; if (n > 63) throw 0; if (n < 2) return this;
  let k = 2; let previous = this[1]; const isDown = (f(previous, this[0]) || 0) < 0;
  for (; k < n; k++) { const c = f(this[k], previous) || 0; if (isDown ? c >= 0 : c < 0) break; previous = this[k]; }
  if (isDown) for (let i = 0, j = k - 1; i < j; i++, j--) { const x = this[i]; this[i] = this[j]; this[j] = x; }
  for (let start = k; start < n; start++) {
    const pivot = this[start]; let left = 0; let right = start;
    while (left < right) { const mid = left + ((right - left) >> 1); if ((f(pivot, this[mid]) || 0) < 0) right = mid; else left = mid + 1; }
    for (let p = start; p > left; p--) this[p] = this[p - 1];
    this[left] = pivot;
  }
  return this;
}
function between(of, usual, n) { if (of === undefined) return usual; const k = Math.trunc(of) || 0; return k < 0 ? Math.max(n + k, 0) : Math.min(k, n); }
function slice(from, to) {
  const n = this.length; const a = between(from, 0, n); const m = Math.max(between(to, n, n) - a, 0);
  if ($isTyped(this)) { const out = $like(this, m); for (let i = 0; i < m; i++) out[i] = this[a + i]; return out; }
  const out = []; for (let i = 0; i < m; i++) out.push(this[a + i]); return out;
}
function subarray(from, to) { const n = this.length; const a = between(from, 0, n); return $view(this, a, Math.max(between(to, n, n), a)); }
function copyInto(xs) { const n = xs.length; for (let i = 0; i < n; i++) this[i] = xs[i]; return this; }
function fill(x, from, to) { const n = this.length; const b = between(to, n, n); for (let i = between(from, 0, n); i < b; i++) this[i] = x; return this; }
function reverse() { const n = this.length; for (let i = 0, j = n - 1; i < j; i++, j--) { const x = this[i]; this[i] = this[j]; this[j] = x; } return this; }
function at(i) { const k = Math.trunc(i) || 0; const n = this.length; const j = k < 0 ? n + k : k; if (j < 0 || j >= n) return undefined; return this[j]; }
function flat() { if ($count !== 0) throw 0; const out = []; for (let i = 0; i < this.length; i++) { const row = this[i]; if ($isList(row)) for (let j = 0; j < row.length; j++) out.push(row[j]); else out.push(row); } return out; }
function flatMap(f) {
  $alone(f, $count); const n = this.length; const out = []; for (let i = 0; i < n; i++) { const row = f(this[i], i, this); if ($isList(row)) for (let j = 0; j < row.length; j++) out.push(row[j]); else out.push(row); } return out; }
function concat(...others) {
  const out = []; for (let i = 0; i < this.length; i++) out.push(this[i]);
  for (let k = 0; k < others.length; k++) { const xs = others[k]; if ($isList(xs)) for (let i = 0; i < xs.length; i++) out.push(xs[i]); else out.push(xs); }
  return out;
}
function set(xs, from) {
  const n = xs.length; const by = Math.trunc(from) || 0;
  if (by < 0 || by + n > this.length) throw 0;
  for (let i = 0; i < n; i++) this[by + i] = xs[i];
}
function unshift(...more) {
  const old = []; while (this.length > 0) old.push(this.pop());
  for (let i = 0; i < more.length; i++) this.push(more[i]);
  for (let i = old.length - 1; i >= 0; i--) this.push(old[i]);
  return this.length;
}
function shift() {
  const n = this.length; if (n === 0) return undefined;
  const first = this[0]; for (let i = 1; i < n; i++) this[i - 1] = this[i];
  this.pop(); return first;
}
function splice(from, count, ...more) {
  const n = this.length; const a = between(from, 0, n);
  const d = $count < 2 ? n - a : Math.min(Math.max(Math.trunc(count) || 0, 0), n - a);
  const tail = []; while (this.length > a + d) tail.push(this.pop());
  const gone = []; while (this.length > a) gone.push(this.pop());
  for (let i = 0; i < more.length; i++) this.push(more[i]);
  for (let i = tail.length - 1; i >= 0; i--) this.push(tail[i]);
  return gone.reverse();
}
function pushAll(xs) { const n = xs.length; for (let i = 0; i < n; i++) this.push(xs[i]); return this.length; }
function greatest() { let most = -Infinity; for (let i = 0; i < this.length; i++) most = Math.max(most, this[i]); return most; }
function least() { let less = Infinity; for (let i = 0; i < this.length; i++) less = Math.min(less, this[i]); return less; }
function filled(x) { const n = this.length; for (let i = 0; i < n; i++) this[i] = x; return this; }
`;

/** The whole library. */
export const libraryText = arrayMethods + keyedMethods + listFunctions + derivativeOperators;
