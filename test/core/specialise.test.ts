/** Operators are made of copies of one text; in profiles and stacks each has the name of its primitive. */
import * as dt from 'delta-tape';
import {
  add,
  customGradient,
  customTangent,
  definePrimitive,
  grad,
  hvp,
  jvp,
  mul,
} from 'delta-tape';
import type { Real, Unary } from 'delta-tape';
import { specialise } from '../../src/core/specialise.js';

const failing = (name: string): Unary =>
  definePrimitive({
    name,
    value(x) {
      throw new Error(`at ${x}`);
    },
    partials: [() => 1],
    formula: ['1'],
    domain: { text: 'nowhere', points: [] },
    conventions: [],
  });

/** The names of the functions that were made of text, from the stack of the error that a call throws. */
function namesIn(call: () => unknown): string[] {
  try {
    call();
  } catch (error) {
    return [...(error as Error).stack!.matchAll(/at (\S+) \(eval at specialise/g)].map(
      ([, name]) => name,
    );
  }
  throw new Error('it did not throw');
}

describe('An operator', () => {
  test('has the name of its row.', () => {
    for (const [name, operator] of Object.entries({ ...dt })) {
      if (typeof operator !== 'function' || !('primitive' in operator)) continue;
      expect(operator.name).toBe((operator as Unary).primitive.name);
      if (name !== 'polygamma') expect(operator.name).toBe(name);
    }
    expect([add.name, mul.name]).toEqual(['add', 'mul']);
  });

  const modes: { readonly [name: string]: (f: (x: Real) => Real) => unknown } = {
    'on numbers': (f) => f(2),
    'in reverse mode': (f) => grad(f)(2),
    'in forward mode': (f) => jvp(f)([2], [1]),
    'in forward over reverse': (f) => hvp(f)(2, 1),
  };
  test.each(Object.keys(modes))('has that name in a stack, %s.', (mode) => {
    const names = namesIn(() => modes[mode](failing('trap')));
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names)).toEqual(new Set(['trap']));
  });

  test.each(['delete', 'x y', '2nd', 'operator', 'top'])('may be called %p.', (name) => {
    const operator = definePrimitive({
      name,
      value: (x, y) => x * y,
      partials: [(_, y) => y, (x) => x],
      formula: ['y', 'x'],
      domain: { text: 'all x, y', points: [] },
      conventions: [],
    });
    expect(operator.name).toBe(name);
    expect(grad((x: Real) => add(operator(x, x), add(operator(3, x), operator(x, 3))))(2)).toBe(10);
  });
});

test('A function that mentions more than its parameters is used as it is.', () => {
  const more = 1;
  const make = (x: number) => () => x + more;
  const made = specialise((x: number) => make(x)(), 'f', '', 2);
  expect(made).toBe(3);
});

describe('A function with a rule of its own', () => {
  test('has the name of the rule.', () => {
    const squareByRule = customGradient(function square(x: Real) {
      return { value: mul(x, x), pullback: (c: Real) => [mul(c, mul(2, x))] };
    });
    const halfByRule = customTangent(function half(x: Real) {
      return { value: mul(x, 0.5), pushforward: ([dx]: readonly Real[]) => mul(dx, 0.5) };
    });
    expect([squareByRule.name, halfByRule.name]).toEqual(['square', 'half']);
    expect(grad((x: Real) => halfByRule(squareByRule(x)))(3)).toBe(3);
  });

  test('has it in a stack.', () => {
    const bad = customGradient(function bad(x: Real) {
      return { value: x, pullback: () => 1 as unknown as [Real] };
    });
    const outer = (x: Real) => bad(x);
    const throwing = customGradient(function wrong(): never {
      throw new Error('wrong');
    });
    expect(() => grad(outer)(1)).toThrow(/cotangents/);
    let stack = '';
    try {
      (throwing as (x: Real) => Real)(1);
    } catch (error) {
      stack = String((error as Error).stack);
    }
    expect(stack.match(/wrong (\(|\[as)/g)).toHaveLength(2);
  });

  test('is called by what made it if the rule has no name.', () => {
    expect(customGradient((x: Real) => ({ value: x, pullback: (c: Real) => [c] })).name).toBe(
      'customGradient',
    );
  });
});
