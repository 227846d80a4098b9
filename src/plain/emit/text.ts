/** Expressions of JavaScript as text, with parentheses only where they are needed. */

/** The precedences of expressions in JavaScript's grammar. */
export const level = {
  assignment: 1,
  choice: 2,
  or: 3,
  and: 4,
  '|': 5,
  '^': 6,
  '&': 7,
  equal: 8,
  less: 9,
  shift: 10,
  sum: 11,
  product: 12,
  power: 13,
  unary: 14,
  call: 17,
  atom: 18,
} as const;

export interface Text {
  readonly text: string;
  readonly level: number;
  /** The variable that it is, or the texts that it is made of. */
  readonly of: string | readonly Text[];
}

/** The variables in a text. O(size of the text). */
export function readsOf(text: Text): ReadonlySet<string> {
  const found = new Set<string>();
  const left = [text];
  for (let next = left.pop(); next !== undefined; next = left.pop())
    if (typeof next.of === 'string') found.add(next.of);
    else left.push(...next.of);
  return found;
}

export const variable = (name: string): Text => ({
  text: name,
  level: level.atom,
  of: name,
});

export const nothing: Text = { text: 'undefined', level: level.atom, of: [] };

export function literal(of: number | boolean): Text {
  const isNegative = typeof of === 'number' && (of < 0 || Object.is(of, -0));
  const text = Object.is(of, -0) ? '-0' : String(of);
  return { text, level: isNegative ? level.unary : level.atom, of: [] };
}

const within = (part: Text, least: number): string =>
  part.level < least ? `(${part.text})` : part.text;

/** A binary operation that groups from the left, or from the right as `**` does. */
export function binary(operator: string, at: number, x: Text, y: Text): Text {
  const fromRight = operator === '**';
  // `-x ** y` is not JavaScript.
  const left = within(x, fromRight ? level.call : at);
  const right = within(y, fromRight ? at : at + 1);
  return { text: `${left} ${operator} ${right}`, level: at, of: [x, y] };
}

export function unary(operator: '-' | '!', x: Text): Text {
  const inner = within(x, level.unary);
  const text = inner.startsWith(operator) ? `(${inner})` : inner;
  return { text: `${operator}${text}`, level: level.unary, of: [x] };
}

export const choice = (test: Text, then: Text, otherwise: Text): Text => ({
  text: `${within(test, level.or)} ? ${within(then, level.choice)} : ${within(otherwise, level.choice)}`,
  level: level.choice,
  of: [test, then, otherwise],
});

export const call = (name: string, args: readonly Text[]): Text => ({
  text: `${name}(${args.map(({ text }) => text).join(', ')})`,
  level: level.call,
  of: args,
});

/** An assignment as an expression. */
export const assigned = (to: string, value: Text): Text => ({
  text: `${to} = ${value.text}`,
  level: level.assignment,
  of: [value],
});

export const element = (array: Text, index: Text): Text => ({
  text: `${within(array, level.call)}[${index.text}]`,
  level: level.call,
  of: [array, index],
});

export const member = (object: Text, name: string): Text => ({
  text: `${within(object, level.call)}.${name}`,
  level: level.call,
  of: [object],
});

/** `x ?? 0`, always in parentheses, since it mixes with no other logical operator. */
export const orZero = (x: Text): Text => ({
  text: `(${x.text} ?? 0)`,
  level: level.atom,
  of: [x],
});

/** The text that adds the step of a loop to its counter. */
export function stepOf(at: Text, step: Text): string {
  if (step.text === '1') return `${at.text}++`;
  if (step.text === '-1') return `${at.text}--`;
  return `${at.text} += ${step.text}`;
}
