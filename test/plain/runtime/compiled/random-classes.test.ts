/** Random classes, changed between calls: compiled code has the values, gradients, errors and effects of runs, or leaves. */
import fc from 'fast-check';
import { Instances } from '../../../../src/plain/lower/names/instances.js';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';
import {
  changed,
  classPrograms,
  type ClassProgram,
  type Classes,
} from '../../../support/class-programs.js';
import { load } from '../../../support/plain.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import { answer } from '../../../support/tiers.js';

const attempt = <T>(work: () => T): T | string => {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
};

/** The numbers of a gradient, and the classes of the objects in it. */
const numbersIn = (of: unknown): number[] =>
  typeof of === 'number'
    ? [of]
    : typeof of === 'object' && of !== null
      ? Object.values(of).flatMap(numbersIn)
      : [];
const classesIn = (of: unknown): unknown[] =>
  typeof of === 'object' && of !== null && !ArrayBuffer.isView(of)
    ? [of.constructor.name, Object.keys(of), ...Object.values(of).flatMap(classesIn)]
    : [];

/** The contents of an object, without its functions and those of its instances. */
const state = (o: object): unknown =>
  Object.entries(o).map(([name, x]: [string, unknown]) => {
    if (typeof x !== 'object' || x === null) return [name, typeof x === 'function' ? x.name : x];
    return [name, Object.entries(x).filter(([, held]) => typeof held !== 'function')];
  });

/** The results of a program and of its object, call by call; and how often compiled code answers. */
function story({ text, p, changes: made }: ClassProgram, tier: 'compiled' | 'run' | 'plain') {
  const of = load<Classes>(text);
  let count = 0;
  compiled.answer = (...given) => {
    const found = tier === 'compiled' ? answer(...given) : null;
    if (found !== null) count++;
    return found;
  };
  let o = of.first();
  const told: unknown[] = [];
  const forms: unknown[] = [];
  const call = () => {
    const { g, h } = of.using(o);
    if (tier === 'plain') return h([...p]);
    const { value, gradient } = g([...p]);
    slopes.push(numbersIn(gradient));
    forms.push(classesIn(gradient));
    return value;
  };
  const slopes: (readonly number[])[] = [];
  try {
    told.push(attempt(call), attempt(call));
    for (const name of made) {
      told.push(
        attempt(() => void (o = changed(name, of, o))),
        attempt(call),
        state(o),
      );
    }
  } finally {
    compiled.answer = answer;
  }
  return { told, slopes, forms, count };
}

/** Gradients agree to rounding: what cancels is small beside the rest. */
function isNear(one: readonly number[], other: readonly number[]): boolean {
  const size = Math.max(1, ...other.map(Math.abs).filter(Number.isFinite));
  const isSame = (x: number, k: number) =>
    Object.is(x, other[k]) || x === other[k] || Math.abs(x - other[k]) <= 1e-9 * size;
  return one.length === other.length && one.every(isSame);
}

/** Expects the same of both tiers, and the values of the plain function; how often compiled code answers. */
function compared(program: ClassProgram): number {
  const [on, off, plain] = [
    story(program, 'compiled'),
    story(program, 'run'),
    story(program, 'plain'),
  ];
  expect(on.told).toEqual(off.told);
  expect(on.slopes).toHaveLength(off.slopes.length);
  expect(on.forms).toEqual(off.forms);
  const different = on.slopes.findIndex((slopes, k) => !isNear(slopes, off.slopes[k]));
  expect(on.slopes[different]).toEqual(off.slopes[different]);
  // Of texts there are no gradients, and numbers are not read from them.
  const isText = (of: unknown): boolean => typeof of === 'string';
  const values = plain.told.map((of, k) => (isText(of) || isText(on.told[k]) ? on.told[k] : of));
  expect(on.told).toEqual(values);
  return on.count;
}

afterEach(() => jest.restoreAllMocks());

testInTurn(1, 3)('Compiled code and runs agree on random classes.', () => {
  const runs = sampled(150);
  let count = 0;
  fc.assert(
    fc.property(classPrograms, (program) => void (count += compared(program))),
    { numRuns: runs },
  );
  expect(count).toBeGreaterThan(runs);
});

testInTurn(1, 3)(
  'Lowering that takes methods of the nearest parent for those of a class is noticed.',
  () => {
    const lowering = Instances.prototype as unknown as { declared: (...of: unknown[]) => unknown };
    const { declared } = lowering;
    jest.spyOn(lowering, 'declared').mockImplementation(function (
      this: unknown,
      of,
      kind,
      name,
      isFixed,
    ) {
      const [, parent] = (this as { lineOf: (of: unknown) => unknown[] }).lineOf(of);
      const from = parent === undefined ? of : { ...(of as object), node: parent };
      return declared.call(this, from, kind, name, isFixed);
    });
    expect(() =>
      fc.assert(
        fc.property(classPrograms, (program) => void compared(program)),
        { numRuns: sampled(300), endOnFailure: true },
      ),
    ).toThrow();
  },
);
