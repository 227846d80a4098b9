/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-return -- operators of JavaScript, on its primitives */
/** Operators on primitives that are known: JavaScript's own. */
const binary: Readonly<Record<string, (x: any, y: any) => unknown>> = {
  '+': (x, y) => x + y,
  '-': (x, y) => x - y,
  '*': (x, y) => x * y,
  '/': (x, y) => x / y,
  '%': (x, y) => x % y,
  '**': (x, y) => x ** y,
  '<': (x, y) => x < y,
  '<=': (x, y) => x <= y,
  '>': (x, y) => x > y,
  '>=': (x, y) => x >= y,
  '===': (x, y) => x === y,
  '!==': (x, y) => x !== y,
  // eslint-disable-next-line eqeqeq -- the operator
  '==': (x, y) => x == y,
  // eslint-disable-next-line eqeqeq -- the operator
  '!=': (x, y) => x != y,
  '|': (x, y) => x | y,
  '&': (x, y) => x & y,
  '^': (x, y) => x ^ y,
  '<<': (x, y) => x << y,
  '>>': (x, y) => x >> y,
  '>>>': (x, y) => x >>> y,
};
const unary: Readonly<Record<string, (x: any) => unknown>> = {
  'unary -': (x) => -x,
  'unary +': (x) => +x,
  'unary !': (x) => !x,
  'unary ~': (x) => ~x,
  typeof: (x) => typeof x,
  key: (x) => (typeof x === 'symbol' ? x : String(x)),
  numeric: (x) => -(-x),
  increment: (x) => (typeof x === 'bigint' ? x + 1n : x + 1),
  decrement: (x) => (typeof x === 'bigint' ? x - 1n : x - 1),
};

/** The value of an operator on primitives; null if it is another operator, or throws. */
export function primitive(
  op: string,
  args: readonly unknown[],
): { readonly value: unknown } | null {
  try {
    if (op in binary) return { value: binary[op](args[0], args[1]) };
    if (op in unary) return { value: unary[op](args[0]) };
    if (op === 'template') return { value: args.map((one) => `${one as string}`).join('') };
  } catch {
    return null;
  }
  return null;
}
