/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-return -- operators of JavaScript, on anything */
/** The operators of the core, on values. */
type Two = (x: any, y: any) => unknown;

const binary: Readonly<Record<string, Two>> = {
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
  in: (x, y) => x in y,
  instanceof: (x, y) => x instanceof y,
  has: (x, y) => Object(y) !== y || x in y,
};

const unary: Readonly<Record<string, (x: any) => unknown>> = {
  'unary -': (x) => -x,
  'unary +': (x) => +x,
  'unary !': (x) => !x,
  'unary ~': (x) => ~x,
  typeof: (x) => typeof x,
  // Numbers and bigints stay what they are.
  numeric: (x) => -(-x),
  increment: (x) => (typeof x === 'bigint' ? x + 1n : x + 1),
  decrement: (x) => (typeof x === 'bigint' ? x - 1n : x - 1),
  key: (x) => (typeof x === 'symbol' ? x : `${x}`),
  there: (x) => {
    if (x == null) throw new TypeError(`Cannot destructure '${x}' as it is ${x}.`);
    return x;
  },
  enumerable: (x) => {
    const keys: string[] = [];
    for (const key in x) keys.push(key);
    return keys;
  },
};

/** The first items of an iterable, and the rest as a list if it is wanted. */
function taken(of: Iterable<unknown>, count: number, hasRest: boolean): unknown[] {
  const items: unknown[] = [];
  const iterator = of[Symbol.iterator]();
  for (let k = 0; k < count; k++) {
    const { done, value } = iterator.next() as IteratorResult<unknown, unknown>;
    if (done === true)
      return hasRest ? [...items, ...Array<undefined>(count - k).fill(undefined), []] : items;
    items.push(value);
  }
  if (!hasRest) {
    iterator.return?.();
    return items;
  }
  const rest: unknown[] = [];
  for (let next = iterator.next(); next.done !== true; next = iterator.next())
    rest.push(next.value);
  return [...items, rest];
}

export function onValues(
  op: string,
  args: readonly any[],
  lookUp: (name: string) => unknown,
): unknown {
  if (op in binary) return binary[op](args[0], args[1]);
  if (op in unary) return unary[op](args[0]);
  switch (op) {
    case 'template':
      return args.map((one) => `${one}`).join('');
    case 'regexp':
      return new RegExp(args[0] as string, args[1] as string);
    case 'typeof name':
      return typeof lookUp(args[0] as string);
    case 'delete':
      if (Reflect.deleteProperty(args[0] as object, args[1] as string)) return true;
      throw new TypeError(`Cannot delete property '${args[1]}'`);
    case 'take':
      return taken(args[0] as Iterable<unknown>, args[1] as number, args[2] as boolean);
    case 'rest': {
      const [of, ...keys] = args as [Record<PropertyKey, unknown>, ...PropertyKey[]];
      return Object.fromEntries(
        Reflect.ownKeys(Object(of) as object)
          .filter(
            (key) => !keys.includes(key) && Object.prototype.propertyIsEnumerable.call(of, key),
          )
          .map((key) => [key, of[key]]),
      );
    }
    default:
      throw new Error(`there is no operator ${op}`);
  }
}
