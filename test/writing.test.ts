/**
 * Programs that write into what they give to `checkpoint`, `loop` and `scan`, and share it, mean the same
 * with these and without, in every mode, with operators and in plain TypeScript.
 */
import fc from 'fast-check';
import * as dt from 'delta-tape';
import type { Real } from 'delta-tape';
import { evaluate } from './support/plain.js';
import { plainly, remembering, type Tools } from './support/remembering.js';
import { writingPrograms, type WritingProgram } from './support/writing-programs.js';

type F = (xs: readonly Real[]) => Real;

const explicit = ({ operators }: WritingProgram, tools: Tools): F => {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
  const f = new Function('dt', 'tools', 'xs', operators) as (...args: unknown[]) => Real;
  return (xs) => f(dt, tools, xs);
};
const translated = ({ plain }: WritingProgram, tools: Tools): F => {
  const main = evaluate<(xs: readonly Real[], tools: Tools) => Real>(
    `(xs: any, tools: any): any => {\n${plain}\n}`,
  );
  return (xs) => main(xs, tools);
};

const basis = (at: readonly number[]) => at.map((_, j) => at.map((__, k) => (k === j ? 1 : 0)));
const direction = [0.7, -1.3];

const gradients: { readonly [name: string]: (f: F, at: number[]) => readonly number[] } = {
  grad: (f, at) => dt.grad(f)(at),
  vjp: (f, at) => dt.vjp(f)(at).pullback(1),
  jvp: (f, at) => basis(at).map((v) => dt.jvp(f)([at], [v]).tangent),
  linearize: (f, at) => basis(at).map(dt.linearize(f)(at).pushforward),
  jacobian: (f, at) => dt.jacobian((xs: Real[]) => [f(xs)])(at)[0],
};
const products: typeof gradients = {
  hvp: (f, at) => dt.hvp(f)(at, direction),
  'jvp over grad': (f, at) => dt.jvp((y: Real[]) => dt.grad(f)(y))([at], [direction]).tangent,
  'grad over grad': (f, at) =>
    dt.grad((y: Real[]) =>
      dt.sum(
        dt
          .grad(f)(y)
          .map((c: Real, k: number) => dt.mul(c, direction[k])),
      ),
    )(at),
};

function expectClose(name: string, actual: readonly number[], expected: readonly number[]): void {
  const size = expected.reduce((total, x) => total + Math.abs(x), 1);
  const isClose = actual.every((x, k) => Math.abs(x - expected[k]) <= 1e-9 * size);
  expect(isClose ? [] : [name, ...actual]).toEqual(isClose ? [] : [name, ...expected]);
}

/** Has `other` the value and the derivatives of `one`? */
function compare(one: F, other: F, point: readonly number[], orders = 2): void {
  const at = () => [...point];
  const value = one(at()) as number;
  expectClose('value', [other(at()) as number], [value]);
  expectClose('value in reverse mode', [dt.valueAndGrad(other)(at()).value], [value]);
  expectClose('value in forward mode', [dt.jvp(other)([at()], [direction]).value], [value]);
  const expected = gradients.grad(one, at());
  for (const [name, take] of Object.entries(gradients)) {
    expectClose(name, take(other, at()), expected);
  }
  if (orders < 2) return;
  const second = products.hvp(one, at());
  for (const [name, take] of Object.entries(products)) {
    expectClose(name, take(other, at()), second);
  }
}

describe('Random programs that write into what they share', () => {
  test.each([1, 300, 1e6])('mean the same with operators, in %p bytes.', (memory) => {
    fc.assert(
      fc.property(writingPrograms, (program) => {
        compare(explicit(program, plainly), explicit(program, remembering(memory)), program.point);
      }),
      { numRuns: 100 },
    );
  });

  test('mean the same in plain TypeScript.', () => {
    fc.assert(
      fc.property(writingPrograms, (program) => {
        const reference = explicit(program, plainly);
        compare(reference, translated(program, plainly), program.point, 1);
        compare(reference, translated(program, remembering(400)), program.point);
      }),
      { numRuns: 60 },
    );
  });

  test('call all there is, and are told apart from those that lose what is written.', () => {
    const programs = fc.sample(writingPrograms, 100);
    for (const name of ['checkpoint', 'loop', 'scan']) {
      const those = programs.filter(({ operators }) => operators.includes(`tools.${name}`));
      expect(those.length).toBeGreaterThan(20);
    }
    const forgetful: Tools = {
      ...plainly,
      checkpoint: ((f: (...args: unknown[]) => unknown) =>
        (...args: unknown[]) =>
          f(
            ...args.map((arg) => (Array.isArray(arg) ? [...(arg as unknown[])] : arg)),
          )) as Tools['checkpoint'],
    };
    const differ = programs.filter((program) => {
      try {
        compare(explicit(program, plainly), explicit(program, forgetful), program.point, 1);
        return false;
      } catch {
        return true;
      }
    });
    expect(differ.length).toBeGreaterThan(10);
  });
});
