/** Copies of duals by foreign code: either as good as the dual, or an error that names the copy. */
import v8 from 'node:v8';
import { fromJS } from 'immutable';
import _ from 'lodash';
import rfdc from 'rfdc';
import {
  Dual,
  DeltaTapeError,
  checkpoint,
  customGradient,
  grad,
  hvp,
  jacobian,
  lt,
  mul,
  primalOf,
  sum,
  vjp,
  type Real,
} from 'delta-tape';
import { plain } from 'delta-tape/plain';
import { modes, untyped } from '../support/untyped.js';

type Copy = (x: object) => unknown;
const inTree = (clone: (tree: { x: object }) => unknown): Copy => {
  return (x) => (clone({ x }) as { x: unknown }).x;
};
const inList = (clone: (list: object[]) => unknown): Copy => {
  return (x) => (clone([x]) as unknown[])[0];
};
const prototypeOf = (x: object) => Object.getPrototypeOf(x) as object;
const isObject = (x: unknown): x is object => typeof x === 'object' && x !== null;

/** As libraries that watch what is read do. */
const deepProxy: Copy = (x) =>
  new Proxy(x, {
    get(target, key) {
      const value = Reflect.get(target, key) as unknown;
      return isObject(value) ? deepProxy(value) : value;
    },
  });

/** As clones do that keep prototypes, and getters. */
function deepDescriptors(x: object, done = new Map<object, object>()): object {
  const copy = done.get(x) ?? (Object.create(prototypeOf(x)) as object);
  if (done.has(x) || ArrayBuffer.isView(x)) return copy;
  done.set(x, copy);
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(x))) {
    if (isObject(property.value)) property.value = deepDescriptors(property.value, done);
    Object.defineProperty(copy, key, property);
  }
  return copy;
}

/** Those that take a dual for the value that it is. */
const right: Readonly<Record<string, Copy>> = {
  "lodash's cloneDeep": (x) => _.cloneDeep(x),
  "lodash's cloneDeep of a tree": inTree((tree) => _.cloneDeep(tree)),
  "lodash's cloneDeep of a list": inList((list) => _.cloneDeep(list)),
  "lodash's clone": (x) => _.clone(x),
  "lodash's merge": inTree((tree) => _.merge({}, tree)),
  "lodash's defaultsDeep": inTree((tree) => _.defaultsDeep({}, tree)),
  "Immutable's fromJS": inTree((tree) => (fromJS(tree) as never as { toJS(): unknown }).toJS()),
  'a spread tree': inTree((tree) => ({ ...tree })),
  'fields with the prototype': (x) => Object.assign(Object.create(prototypeOf(x)) as object, x),
  'descriptors with the prototype': (x) =>
    Object.create(prototypeOf(x), Object.getOwnPropertyDescriptors(x)) as object,
  'a Proxy': (x) => new Proxy(x, {}),
  'an heir': (x) => Object.create(x) as object,
};

/** Those that copy deeply are refused when they do so. */
const deep: Readonly<Record<string, Copy>> = {
  rfdc: rfdc(),
  'rfdc of a tree': inTree(rfdc()),
  'rfdc with prototypes': rfdc({ proto: true }),
  'rfdc with circles': (x) => rfdc({ circles: true })<object>(x),
  structuredClone: (x) => structuredClone(x),
  'structuredClone of a tree': inTree((tree) => structuredClone(tree)),
  'v8.deserialize': (x) => v8.deserialize(v8.serialize(x)) as object,
  JSON: (x) => JSON.parse(JSON.stringify(x)) as object,
};

/** The rest is refused where it is used, or as good as the dual. */
const shallow: Readonly<Record<string, Copy>> = {
  spreading: (x) => ({ ...x }),
  'Object.entries': (x) => Object.fromEntries(Object.entries(x)),
  "lodash's toPlainObject": (x) => _.toPlainObject(x) as object,
  'a deep Proxy': deepProxy,
  'deep descriptors': (x) => deepDescriptors(x),
  'the prototype alone': (x) => Object.create(prototypeOf(x)) as object,
};

const apply = (copy: Copy, x: unknown): Real => (isObject(x) ? copy(x) : x) as Real;
const square = customGradient((x: Real) => ({
  value: mul(x, x),
  pullback: (c: Real) => [mul(c, mul(2, x))] as const,
}));

const uses: Readonly<Record<string, (copy: Copy) => (x: Real) => unknown>> = {
  'as an operand': (copy) => (x) => mul(apply(copy, x), x),
  'as the second operand': (copy) => (x) => mul(x, apply(copy, x)),
  'as both operands': (copy) => (x) => mul(apply(copy, x), apply(copy, x)),
  'in a list': (copy) => (x) => sum([x, apply(copy, x)]),
  'as an operand of itself again': (copy) => (x) =>
    mul(mul(apply(copy, x), 3), apply(copy, mul(x, x))),
  'in a comparison': (copy) => (x) => (lt(apply(copy, x), 5) ? mul(x, x) : 0),
  'in primalOf': (copy) => (x) => mul(x, primalOf(apply(copy, x))),
  'as the output': (copy) => (x) => apply(copy, mul(x, x)),
  'of a rule': (copy) => (x) => mul(square(apply(copy, x)), x),
  'in a checkpoint': (copy) => (x) => checkpoint((y: Real) => mul(apply(copy, y), x))(x),
  'in translated code': (copy) =>
    plain((x: number) => (copied(x) < 5 ? copied(x) * x : 0), {
      scope: { copied: (x: unknown) => apply(copy, x) },
    }) as never,
};
declare const copied: (x: number) => number;

/** The result in text, or the error. */
const run = (f: () => unknown): unknown => {
  try {
    return JSON.stringify(f());
  } catch (error) {
    return error;
  }
};
const namesCopy = /cop(y of a|ied or compared)|serialised/;

const everyMode: typeof modes = {
  ...modes,
  hvp: (f) =>
    hvp((x: Real) => mul(x, untyped.vjp(f)(x) === null ? 0 : (f(x as never) as Real)))(2, 1),
  'a sparse jacobian': (f) =>
    jacobian(([x]: Real[]) => [f(x as never) as Real], { sparse: true })([2]),
};

describe.each(Object.entries(everyMode))('In %s, a copy of a dual', (mode, take) => {
  // Inside of a checkpoint the duals come with the sweep, which vjp leaves to its pullback.
  const hasDuals = (use: string) => !(mode === 'vjp' && use.includes('checkpoint'));

  test.each(Object.entries(uses).filter(([use]) => hasDuals(use)))('%s.', (_use, use) => {
    const given = (copy: Copy) => run(() => take(use(copy)));
    const expected = given((x) => x);
    for (const [name, copy] of Object.entries(right)) {
      expect([name, given(copy)]).toEqual([name, expected]);
    }
    for (const [name, copy] of Object.entries({ ...deep, ...shallow })) {
      const got = given(copy);
      if (name in shallow && !(got instanceof Error)) {
        expect([name, got]).toEqual([name, expected]);
      } else {
        expect(got).toBeInstanceOf(DeltaTapeError);
        expect(`${name}: ${(got as Error).message}`).toMatch(namesCopy);
      }
    }
  });
});

test('A copy in an output tree is found, and named by its path.', () => {
  const f = (x: Real) => ({ a: [x, { ...(x as Dual) }] });
  expect(() => vjp(f)(2)).toThrow(/the output\.a\[1\] is a copy of a dual number.*primalOf\(x\)/);
  expect(() => untyped.grad((x: Dual) => ({ ...x }))(2)).toThrow(/the output is a copy/);
});

test('A copy in an argument of an inner derivative is found.', () => {
  const inner = (copy: Copy) => (x: Real) =>
    grad(([y]: Real[]) => mul(y, y))([apply(copy, x)] as Real[])[0];
  expect(grad(inner((x) => _.cloneDeep(x)))(2)).toBe(2);
  for (const copy of Object.values(shallow)) {
    expect(() => grad(inner(copy))(2)).toThrow(/copy of a dual|looked through/);
  }
});

test('A copy of a dual of a finished run is refused as the dual is.', () => {
  let kept: unknown;
  grad((x: Real) => ((kept = _.cloneDeep({ x }).x), x))(2);
  expect(() => mul(kept as Real, 2)).toThrow(/after its derivative had ended/);
});

test('Looking at a dual, as debuggers and logs do, is no copying.', () => {
  grad((x: Real) => {
    expect(Object.keys(x as Dual)).toEqual(['run', 'id']);
    expect(String(Object.prototype.toString.call(x))).toBe('[object Number]');
    expect(_.isNumber(x)).toBe(true);
    return x;
  })(2);
});
