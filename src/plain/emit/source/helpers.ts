/**
 * Functions that stand-alone code needs and JavaScript has not. Each has the bits of what the library does, which a
 * test compares.
 */

const insisting = (
  name: string,
  message: string,
) => `/** Refuses NaN: where a slope that is not finite meets a cotangent of 0, the right answer may be 0. */
function ${name}(numbers: ArrayLike<number>): void {
  for (let k = 0; k < numbers.length; k++)
    if (Number.isNaN(numbers[k]))
      throw new RangeError(${message});
}`;

/** A stack that all functions of a file share, and its functions. */
function stackHelpers<N extends string>(n: N) {
  return {
    [`stack${n}`]: `/** Numbers that are kept for the reverse sweep, from call to call. */
const stack${n} = { numbers: new Float64Array(1024), top: 0 };`,
    [`grow${n}`]: `function grow${n}(size: number): void {
  const longer = new Float64Array(Math.max(size, 2 * stack${n}.numbers.length));
  longer.set(stack${n}.numbers);
  stack${n}.numbers = longer;
}`,
    [`keep${n}`]: `/** Keeps a number for the reverse sweep. */
function keep${n}(x: number): void {
  if (stack${n}.top === stack${n}.numbers.length) grow${n}(0);
  stack${n}.numbers[stack${n}.top++] = x;
}`,
    [`room${n}`]: `/** Makes room for so many numbers, which begins at what it gives. */
function room${n}(count: number): number {
  const at = stack${n}.top;
  stack${n}.top += count;
  if (stack${n}.top > stack${n}.numbers.length) grow${n}(stack${n}.top);
  return at;
}`,
    [`take${n}`]: `/** Takes the number that was kept last. */
function take${n}(): number {
  return stack${n}.numbers[--stack${n}.top]!;
}`,
  } as Readonly<Record<`${'stack' | 'grow' | 'keep' | 'room' | 'take'}${N}`, string>>;
}

/** By name: the text, which may use other helpers by their names. */
export const helpers = {
  ...stackHelpers(''),
  ...stackHelpers('2'),
  ...stackHelpers('3'),
  column: `/** Where numbers are kept for the reverse sweep, from call to call. */
let column: Float64Array = new Float64Array(1024);`,
  withRoom: `/** A column with the same numbers, and with room for so many. */
function withRoom(full: Float64Array, size: number): Float64Array {
  if (!(size > full.length)) return full;
  column = new Float64Array(Math.max(Math.ceil(size), 2 * full.length));
  column.set(full);
  return column;
}`,
  pool: `/** Arrays that one call leaves to the next. */
const pool = { arrays: [] as Float64Array[], next: 0, size: 0 };`,
  floats: `/** Zeros, in an array from the pool where one fits. */
function floats(length: number): Float64Array {
  const found = pool.arrays[pool.next];
  if (found !== undefined && found.length === length) {
    pool.next++;
    return found.fill(0);
  }
  const made = new Float64Array(length);
  if (length > 4096 || pool.size > 2 ** 21) return made;
  pool.size += length - (found === undefined ? 0 : found.length);
  pool.arrays[pool.next++] = made;
  return made;
}`,
  times: `/** A product in which an exact 0 wins. */
function times(x: number, y: number): number {
  const product = x * y;
  return Number.isNaN(product) && (x === 0 || y === 0) ? 0 : product;
}`,
  outside: `function outside(what: string): Error {
  return new RangeError(what + ": there is no derivative there. The library's grad has one, or says why not.");
}`,
  listOf: `/** The same numbers in a list, faster than by Array.from. */
function listOf(floats: Float64Array): number[] {
  const list = new Array<number>(floats.length);
  for (let k = 0; k < floats.length; k++) list[k] = floats[k]!;
  return list;
}`,
  places: `/** The places of numbers from the least on; what is equal keeps its order. */
function places(numbers: ArrayLike<number>): Int32Array {
  const made = Int32Array.from({ length: numbers.length }, (_, k) => k);
  if (made.some((k) => Number.isNaN(numbers[k]))) throw outside('Numbers that are sorted, and are not comparable');
  return made.sort((j, k) => numbers[j]! - numbers[k]!);
}`,
  placesByValue: `/** The places of numbers from the least on; -0 is less than 0. */
function placesByValue(numbers: ArrayLike<number>): Int32Array {
  const made = Int32Array.from({ length: numbers.length }, (_, k) => k);
  if (made.some((k) => Number.isNaN(numbers[k]))) throw outside('Numbers that are sorted, and are not comparable');
  return made.sort((j, k) => numbers[j]! - numbers[k]! || 1 / numbers[j]! - 1 / numbers[k]!);
}`,
  zeros: `function zeros(length: number): number[] {
  const list = new Array<number>(length);
  for (let k = 0; k < length; k++) list[k] = 0;
  return list;
}`,
  insist: insisting(
    'insist',
    "'The derivative is NaN here. Write this code again with the option exactZeros.'",
  ),
  insistTwice: insisting(
    'insistTwice',
    `"The second derivative is NaN here. The library's hvp has one, or says why not."`,
  ),
  relu: `function relu(x: number): number {
  return Math.max(0, x);
}`,
  softplus: `function softplus(x: number): number {
  return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
}`,
  sigmoid: `function sigmoid(x: number): number {
  return x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x));
}`,
  fma: `function fma(x: number, y: number, w: number): number {
  return x * y + w;
}`,
  angular: `/** x / radius², without overflow. */
function angular(x: number, radius: number): number {
  return radius === 0 ? 0 : x / radius / radius;
}`,
  cosine: `/** The share of number k in the length of a vector, from the others where it is almost all. */
function cosine(k: number, length: number, ...vector: number[]): number {
  if (length === 0) return 0;
  const shares = vector.map((x) => x / length);
  const largest = shares.findIndex((share) => share > 0.95 || share < -0.95);
  if (largest !== k) return shares[k]!;
  let others = 0;
  shares.forEach((share, n) => {
    if (n !== k) others += share * share;
  });
  const size = Math.sqrt(1 - others);
  return shares[k]! > 0 ? size : -size;
}`,
} as const;

export type Helper = keyof typeof helpers;
export const helperNames = Object.keys(helpers) as readonly Helper[];

export const isHelper = (name: string): name is Helper => name in helpers;

function stackNeeds(n: '' | '2' | '3'): Partial<Record<Helper, readonly Helper[]>> {
  const stack = `stack${n}` as const;
  const both = [stack, `grow${n}`] as const;
  return { [`keep${n}`]: both, [`room${n}`]: both, [`take${n}`]: [stack] };
}

/** The helpers that some need, too. */
const needs: Partial<Record<Helper, readonly Helper[]>> = {
  withRoom: ['column'],
  floats: ['pool'],
  ...stackNeeds(''),
  ...stackNeeds('2'),
  ...stackNeeds('3'),
  places: ['outside'],
  placesByValue: ['outside'],
};

/** Some helpers, with those that they need. */
export const needed = (used: Iterable<Helper>): Helper[] => [
  ...new Set([...used].flatMap((name) => [name, ...(needs[name] ?? [])])),
];

/**
 * The texts of helpers, in the order of the list.
 *
 * @param names what they are called where their own names are taken
 */
export function helperTexts(
  used: ReadonlySet<Helper>,
  names: ReadonlyMap<Helper, string>,
): string[] {
  const all = new Set(needed(used));
  return helperNames
    .filter((name) => all.has(name))
    .map((name) =>
      [...all].reduce<string>((text, one) => renamed(text, one, names.get(one)!), helpers[name]),
    );
}

const renamed = (text: string, name: Helper, to: string): string =>
  name === to ? text : text.replace(new RegExp(`(?<![\\w.])${name}\\b(?= =|:|\\(|\\.|;)`, 'g'), to);
