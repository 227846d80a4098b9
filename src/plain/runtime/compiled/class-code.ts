/**
 * Asks by code of its own whether a class is as it was made. Names are written down, so that V8 answers most questions from what it
 * knows of the class. To count the keys of a prototype takes 400 ns, since methods are hidden from loops; in the place of that,
 * each name is asked for that would change what code means: those of fields, and of what is inherited.
 */
const { getOwnPropertyDescriptor, getOwnPropertyNames, getPrototypeOf, hasOwn, is } = Object;

/** The holder of a member, and its value. */
export interface Member {
  readonly of: object;
  readonly key: string | symbol;
  readonly held: unknown;
}
export interface Accessor {
  readonly of: object;
  readonly key: string | symbol;
  readonly was: PropertyDescriptor;
}

export interface Snapshot {
  readonly members: readonly Member[];
  readonly accessors: readonly Accessor[];
  /** The methods of instances, with how many keys they have: a new accessor would take what is written into a field. */
  readonly methods: object;
  readonly keys: number;
  /** The parents of the class, and of its methods. */
  readonly above: readonly [unknown, unknown];
  /** The names of fields of instances, if they are known: then no keys need be counted. */
  readonly fields: readonly string[] | undefined;
  /** Asks whether all is as it was, by code that is made once it was asked often. */
  asks: ((of: Class) => boolean) | null;
  asked: number;
}

export type Class = abstract new (...args: never[]) => unknown;

export const isHeld = ({ of, key, held }: Member): boolean =>
  Object.is((of as Record<string | symbol, unknown>)[key], held);

export function isCalled({ of, key, was }: Accessor): boolean {
  const found = getOwnPropertyDescriptor(of, key);
  return found !== undefined && found.get === was.get && found.set === was.set;
}

/** The question for a class that is as it was made. */
export function questionFor(before: Snapshot): (of: Class) => boolean {
  const given: unknown[] = [];
  const name = (value: unknown): string => `v${given.push(value) - 1}`;
  const [methods, equals, getAbove, owns, called] = [
    name(before.methods),
    name(is),
    name(getPrototypeOf),
    name(hasOwn),
    name(isCalled),
  ];
  const keyText = (key: string | symbol): string =>
    typeof key === 'string' ? JSON.stringify(key) : name(key);
  const tests = [
    `of.prototype === ${methods}`,
    `${getAbove}(of) === ${name(before.above[0])}`,
    `${getAbove}(${methods}) === ${name(before.above[1])}`,
    ...before.members.map(({ of: holder, key, held }) => {
      const found = `${name(holder)}[${keyText(key)}]`;
      return typeof held === 'number'
        ? `${equals}(${found}, ${name(held)})`
        : `${found} === ${name(held)}`;
    }),
    ...before.accessors.map((accessor) => `${called}(${name(accessor)})`),
    ...otherNames(before).map((key) =>
      key in before.methods
        ? `!${owns}(${methods}, ${JSON.stringify(key)})`
        : `!(${JSON.stringify(key)} in ${methods})`,
    ),
  ];
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- code that is written here
  const make = new Function(
    ...given.map((_, k) => `v${k}`),
    `return (of) => ${tests.join(' && ')};`,
  ) as (...given: unknown[]) => (of: Class) => boolean;
  return make(...given);
}

/** Names that the prototype of a class has not, and that would change what code means: those of fields, and of what is inherited. */
function otherNames({ methods, fields = [] }: Snapshot): readonly string[] {
  const names = new Set(fields);
  let above = getPrototypeOf(methods) as object | null;
  for (; above !== null; above = getPrototypeOf(above) as object | null)
    for (const key of getOwnPropertyNames(above)) names.add(key);
  return [...names].filter((key) => !hasOwn(methods, key));
}
