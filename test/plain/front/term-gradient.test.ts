/** Partials in closed form, read from the rows of the table and put together by the chain rule. */
import * as library from 'delta-tape';
import { grad, type Real } from 'delta-tape';
import * as table from '../../../src/core/primitives/table.js';
import type { AnyOperator, Row } from '../../../src/core/primitives/row.js';
import { gradientOf } from '../../../src/plain/front/term-gradient.js';
import { TablePartials, type Parse } from '../../../src/plain/front/table-partials.js';
import { apply, constant, type Term, type Test } from '../../../src/plain/front/terms.js';
import type { types } from '../../../src/plain/front/syntax.js';
import { parseSync } from '../../../src/vendor/babel.js';

const parse: Parse = (text) => {
  const [statement] = parseSync(text, { configFile: false, babelrc: false })!.program.body;
  return (statement as types.ExpressionStatement).expression;
};
const rules = new TablePartials(parse);
const operators = library as unknown as Readonly<Record<string, (...xs: Real[]) => number>>;
const input = (name: string): Term => ({ tag: 'input', name });

function holds(test: Test, at: Readonly<Record<string, number>>): boolean {
  if (test.tag !== 'compare') {
    const [left, right] = test.sides.map((side) => holds(side, at));
    return test.tag === 'both' ? left && right : left || right;
  }
  const [a, b] = test.args.map((arg) => valueOf(arg, at));
  return { lt: a < b, le: a <= b, gt: a > b, ge: a >= b, eq: a === b }[test.op];
}

function valueOf(term: Term, at: Readonly<Record<string, number>>): number {
  switch (term.tag) {
    case 'constant':
      return term.value;
    case 'input':
      return at[term.name];
    case 'choice':
      return valueOf(holds(term.test, at) ? term.then : term.otherwise, at);
    case 'apply': {
      const args = term.args.map((arg) => valueOf(arg, at));
      return term.op === 'times' ? args[0] * args[1] : operators[term.op](...args);
    }
    case 'passive':
      throw new Error('passive code has no value here');
  }
}

/** The partials of a term by its inputs, at a point. */
function partialsAt(term: Term, at: Readonly<Record<string, number>>): Record<string, number> {
  const partials = gradientOf(term, rules, () => false);
  return Object.fromEntries(
    [...partials].map(([of, partial]) => [(of as { name: string }).name, valueOf(partial, at)]),
  );
}

const [x, y] = [input('x'), input('y')];

const primitives = (Object.values(table) as unknown as Partial<AnyOperator>[]).flatMap(
  ({ primitive }): Row[] => (primitive === undefined ? [] : [primitive.row]),
);

describe('The partials of a row, as terms, are those of the operator:', () => {
  const readable = primitives.filter(
    ({ name, partials }) =>
      Array.isArray(partials) && partials.length <= 2 && rules.of(name) !== null,
  );

  test.each(readable.map((row) => [row.name, row] as const))(
    '%s.',
    (name, { partials, domain }) => {
      const names = ['x', 'y'].slice(0, (partials as { readonly length: number }).length);
      const term = apply(name, names.map(input));
      expect(domain.points.length).toBeGreaterThan(0);
      for (const point of domain.points) {
        const at = Object.fromEntries(names.map((key, k) => [key, point[k]]));
        const expected = grad((xs: readonly Real[]) => operators[name](...xs))(point);
        const found = partialsAt(term, at);
        names.forEach((key, k) => expect(found[key] ?? 0).toBeCloseTo(expected[k], 12));
      }
    },
  );

  test('of most rows there are.', () => {
    expect(readable.length).toBeGreaterThan(30);
    expect(rules.of('no such row')).toBeNull();
  });
});

describe('The chain rule on terms', () => {
  test('adds up what comes by several ways.', () => {
    const product = apply('mul', [x, y]);
    const term = apply('add', [apply('mul', [product, product]), apply('sin', [x])]);
    const { x: dx, y: dy } = partialsAt(term, { x: 2, y: 3 });
    expect(dx).toBeCloseTo(2 * 2 * 9 + Math.cos(2), 12);
    expect(dy).toBeCloseTo(2 * 4 * 3, 12);
  });

  test('stops at terms that have a binding.', () => {
    const inner = apply('mul', [x, x]);
    const partials = gradientOf(
      apply('mul', [inner, constant(3)]),
      rules,
      (term) => term === inner,
    );
    expect([...partials.keys()]).toEqual([inner]);
  });

  test('gives nothing where nothing is active.', () => {
    expect(gradientOf(apply('add', [constant(1), constant(2)]), rules, () => false).size).toBe(0);
  });
});
