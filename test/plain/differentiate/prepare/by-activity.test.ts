/** Functions that are called with different arguments active: each call takes back what gradients flow through. */
import { apartByActivity } from '../../../../src/plain/differentiate/prepare/by-activity.js';
import { dependencesOf } from '../../../../src/plain/differentiate/prepare/dependences.js';
import { allOf, type Func } from '../../../../src/plain/ir/ir.js';
import {
  adjoint,
  compiled,
  funcOf,
  interpret,
  partials,
  tangent,
  verify,
} from '../../../support/numeric.js';

const fold = `function fold(x: number, y: number, n: number): number {
  return n < 1 ? x : Math.sin(fold(x * 0.9, y, n - 1)) * y;
}`;
const program = (body: string): Func =>
  funcOf(`${fold}\nexport function f(x: number, c: number): number { ${body} }`);

const both = program('return fold(x, c, 3) * fold(c, c, 40) + fold(c, x, 5);');

function gradient(f: Func, inputs = [f.region.params[0]]): Func {
  const made = adjoint(f, inputs, { partials, asksForZeros: false });
  if (made.tag === 'refused') throw new Error(made.why);
  expect(verify(made.func)).toEqual([]);
  return made.func;
}

/** The number of times that the reverse sweep asks for a partial, that of the sine. */
function cosines(f: Func): number {
  const cos = jest.spyOn(Math, 'cos');
  compiled(f)(0.7, 0.4);
  const { length } = cos.mock.calls;
  cos.mockRestore();
  return length;
}

test('A call that gradients do not flow through costs nothing on the way back.', () => {
  expect(cosines(gradient(both))).toBe(3 + 5);
  expect(cosines(gradient(both, [...both.region.params]))).toBe(3 + 40 + 5);
});

test('A function stays one where all calls have the same arguments active.', () => {
  const alike = program('return fold(x, c, 3) * fold(x * 2, c, 4);');
  expect(apartByActivity(alike, [alike.region.params[0]])).toBe(alike);
  const names = allOf(dependencesOf(both, [both.region.params[0]]).f).map(({ name }) => name);
  expect(new Set(names).size).toBe(4);
});

test('Values and derivatives are those of the function as it is.', () => {
  const [x, c] = both.region.params;
  const apart = apartByActivity(both, [x]);
  expect(verify(apart)).toEqual([]);
  expect(interpret(apart, [0.7, 0.4])).toEqual(interpret(both, [0.7, 0.4]));
  const [, slope] = compiled(gradient(both))(0.7, 0.4) as number[];
  const [, same] = compiled(gradient(both, [x, c]))(0.7, 0.4) as number[];
  expect(slope).toBeCloseTo(same, 14);
  const moved = tangent(both, [x], { partials, asksForZeros: false });
  if (moved.tag === 'refused') throw new Error(moved.why);
  expect((compiled(moved.func)(0.7, 0.4, 1) as number[])[1]).toBeCloseTo(slope, 14);
});

test('A call without its function is noticed.', () => {
  const apart = apartByActivity(both, [both.region.params[0]]);
  expect(verify({ ...apart, functions: apart.functions!.slice(1) })).not.toEqual([]);
});
