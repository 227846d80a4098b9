/** An expression with named variables, which a function walks. */
type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'variable'; name: string }
  | { kind: 'sum'; left: Expression; right: Expression }
  | { kind: 'product'; left: Expression; right: Expression }
  | { kind: 'sine'; of: Expression };

function evaluate(e: Expression, values: Record<string, number>): number {
  switch (e.kind) {
    case 'number':
      return e.value;
    case 'variable':
      return values[e.name];
    case 'sum':
      return evaluate(e.left, values) + evaluate(e.right, values);
    case 'product':
      return evaluate(e.left, values) * evaluate(e.right, values);
    case 'sine':
      return Math.sin(evaluate(e.of, values));
  }
}
const number = (value: number): Expression => ({ kind: 'number', value });
const variable = (name: string): Expression => ({ kind: 'variable', name });
const product = (left: Expression, right: Expression): Expression => ({
  kind: 'product',
  left,
  right,
});
const tree: Expression = {
  kind: 'sum',
  left: product(variable('x'), { kind: 'sine', of: variable('y') }),
  right: product(number(0.5), product(variable('x'), variable('x'))),
};
export function f(values: Record<string, number>, e: Expression): number {
  return evaluate(e, values) ** 2;
}
export const inputs = (): Parameters<typeof f> => [{ x: 1.2, y: 0.4 }, tree];
