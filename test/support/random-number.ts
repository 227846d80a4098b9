/** A random number as a text, made of others and of calls of functions of one number. */
interface Drawing {
  readonly draw: (max: number) => number;
  readonly pick: <T>(choices: readonly T[]) => T;
  readonly literal: () => string;
}

export function randomNumber(
  by: Drawing,
  size: number,
  reals: readonly string[],
  calls: readonly string[],
): string {
  if (size <= 0) return by.pick([...reals, by.literal()]);
  const inner = (): string => randomNumber(by, size - 1 - by.draw(1), reals, calls);
  switch (by.draw(6)) {
    case 0:
      return `(${inner()} + ${inner()})`;
    case 1:
      return `${inner()} * ${inner()}`;
    case 2:
      return `Math.${by.pick(['sin', 'tanh', 'cos'])}(${inner()})`;
    case 3:
      return `(${inner()} > ${by.literal()} ? ${inner()} : ${inner()})`;
    default:
      return calls.length > 0 ? `${by.pick(calls)}(${inner()})` : inner();
  }
}
