// The gradient of treeWorth in tree.ts, written by delta-tape.

interface Tree {
  readonly left: Int32Array;
  readonly right: Int32Array;
}

/** The value of treeWorth, and its gradient with respect to pays and discount. */
export function treeWorthGradient(
  pays: readonly number[],
  discount: number,
  tree: Tree,
): { value: number; gradient: [number[], number] } {
  const { left, right } = tree;
  const paysBar = new Float64Array(pays.length);
  stack.top = 0;
  const result = worthThere(left, right, pays, 0, discount, paysBar);

  // The reverse sweep.
  const discountBar = worthBack(left, right, pays, paysBar, 0, discount, 1);
  const gradient: [number[], number] = [listOf(paysBar), discountBar];
  insist(paysBar);
  insist([gradient[1]]);
  return { value: result, gradient };
}

/** The value of worth; it keeps the numbers that its reverse sweep needs. */
function worthThere(
  left: Int32Array,
  right: Int32Array,
  pays: readonly number[],
  node: number,
  discount: number,
  paysBar: Float64Array,
): number {
  let result: number;
  if (node < 0) { // line 9
    result = 0;
  } else {
    const left2 = worthThere(left, right, pays, left[node], discount, paysBar);
    const right2 = worthThere(left, right, pays, right[node], discount, paysBar);
    const t = discount * (left2 + right2) / 2;
    keep(t);
    keep(left2);
    keep(right2);
    result = Math.max(pays[node], t);
  }
  return result;
}

/** The reverse sweep of worth: cotangents of its arguments. */
function worthBack(
  left: Int32Array,
  right: Int32Array,
  pays: readonly number[],
  paysBar: Float64Array,
  node: number,
  discount: number,
  resultBar: number,
): number {
  let discountBar: number;
  if (node < 0) { // line 9
    discountBar = 0;
  } else {
    const right2 = take();
    const left2 = take();
    const t = take();
    const paysNode = pays[node];
    const leftNode = left[node];
    const t2 = (paysNode < t ? resultBar : 0) * 0.5;
    const leftBar = t2 * discount;
    paysBar[node] += paysNode >= t ? resultBar : 0;
    const discountBar2 = worthBack(left, right, pays, paysBar, right[node], discount, leftBar);
    const discountBar3 = worthBack(left, right, pays, paysBar, leftNode, discount, leftBar);
    discountBar = t2 * (left2 + right2) + discountBar2 + discountBar3;
  }
  return discountBar;
}

/** Numbers that are kept for the reverse sweep, from call to call. */
const stack = { numbers: new Float64Array(1024), top: 0 };

function grow(size: number): void {
  const longer = new Float64Array(Math.max(size, 2 * stack.numbers.length));
  longer.set(stack.numbers);
  stack.numbers = longer;
}

/** Keeps a number for the reverse sweep. */
function keep(x: number): void {
  if (stack.top === stack.numbers.length) grow(0);
  stack.numbers[stack.top++] = x;
}

/** Takes the number that was kept last. */
function take(): number {
  return stack.numbers[--stack.top]!;
}

/** The same numbers in a list, faster than by Array.from. */
function listOf(floats: Float64Array): number[] {
  const list = new Array<number>(floats.length);
  for (let k = 0; k < floats.length; k++) list[k] = floats[k]!;
  return list;
}

/** Refuses NaN: where a slope that is not finite meets a cotangent of 0, the right answer may be 0. */
function insist(numbers: ArrayLike<number>): void {
  for (let k = 0; k < numbers.length; k++)
    if (Number.isNaN(numbers[k]))
      throw new RangeError('The derivative is NaN here. Write this code again with the option exactZeros.');
}
