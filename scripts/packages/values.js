/** Values that functions of packages are called with, and the numbers in what they give. */

/** Numbers between 0 and 1, the same ones for a seed (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const times = (count, make) => Array.from({ length: count }, (_, k) => make(k));

/** What arguments may be, made of numbers of moderate size. */
export const makers = {
  number: (x) => x(),
  large: (x) => 10 + 30 * x(),
  two: (x) => times(2, x),
  three: (x) => times(3, x),
  four: (x) => times(4, x),
  sixteen: (x) => times(16, x),
  rising: (x) => times(5, (k) => k + 1 + 0.3 * x()),
  matrix2: (x) => times(2, () => times(2, x)),
  matrix3: (x) => times(3, () => times(3, x)),
  pairs: (x) => times(5, (k) => [k + 0.3 * x(), x()]),
  point2: (x) => ({ x: x(), y: x() }),
  point3: (x) => ({ x: x(), y: x(), z: x() }),
  quaternion: (x) => ({ x: x(), y: x(), z: x(), w: x() }),
  points: (x) => times(4, (k) => ({ x: k + 0.3 * x(), y: x() })),
  affine: (x) => ({ a: x(), b: x(), c: x(), d: x(), e: x(), f: x() }),
  place: (x) => ({ lat: 20 * x(), lng: 10 * x() }),
  coordinates: (x) => ({ latitude: 20 * x(), longitude: 10 * x() }),
};

/** The numbers of arguments. */
export function numbersOf(value) {
  if (typeof value === 'number') return [value];
  return Object.values(value).flatMap(numbersOf);
}

/** Arguments of the same form with other numbers. */
export function withNumbers(value, numbers) {
  let next = 0;
  const place = (of) => {
    if (typeof of === 'number') return numbers[next++];
    if (Array.isArray(of)) return of.map(place);
    return Object.fromEntries(Object.entries(of).map(([key, inner]) => [key, place(inner)]));
  };
  return place(value);
}

const MOST_NUMBERS = 400;
const DEEPEST = 6;

/**
 * All numbers of a result with weights, as one number; NaN if it has none. Names with an underscore are the package's own.
 *
 * @param {{ isNumber(of: unknown): boolean, add(a: never, b: never): never, mul(a: never, b: number): never }} by
 */
export function total(result, by) {
  const seen = new Set();
  let [sum, count] = [0, 0];
  const visit = (of, depth) => {
    if (depth > DEEPEST || count > MOST_NUMBERS) return;
    if (by.isNumber(of)) {
      sum = by.add(sum, by.mul(of, 1 + (++count % 7) / 10));
      return;
    }
    if (typeof of !== 'object' || of === null || seen.has(of)) return;
    seen.add(of);
    // What stands for a typed array inside of derivatives has no keys of its own.
    const isList = Array.isArray(of) || ArrayBuffer.isView(of);
    if (isList) for (let k = 0; k < of.length; k++) visit(of[k], depth + 1);
    else for (const key of Object.keys(of)) if (!key.startsWith('_')) visit(of[key], depth + 1);
  };
  visit(result, 0);
  return count === 0 ? NaN : sum;
}

const isClass = (of) => /^class\b/.test(Function.prototype.toString.call(of));

/** The functions of a package, by the way to them. */
export function functionsOf(module) {
  const found = new Map();
  const seen = new Set();
  const visit = (of, path) => {
    if (seen.has(of) || path.length > 2) return;
    seen.add(of);
    for (const key of Object.keys(of).sort()) {
      const inner = of[key];
      const isInside = inner !== null && (typeof inner === 'object' || typeof inner === 'function');
      if (key.startsWith('_') || !isInside || Array.isArray(inner)) continue;
      if (typeof inner === 'function' && !isClass(inner))
        found.set([...path, key].join('.'), { f: inner, self: of === module ? undefined : of });
      visit(inner, [...path, key]);
    }
  };
  visit(module, []);
  return found;
}

/** The functions of a package by its name. */
export const functionsIn = async (name) => functionsOf({ ...(await import(name)) });
