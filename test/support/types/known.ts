/**
 * The compiler's view of derivatives, by the kinds of types that functions have. It is never called:
 * the compiler is the judge, of the sources and of the installed package.
 */
import type { List, Map as ImmutableMap, RecordOf } from 'immutable';
import {
  checkGradient,
  customGradient,
  customTangent,
  definePrimitive,
  grad,
  hessian,
  hvp,
  jacobian,
  jvp,
  mul,
  valueAndGrad,
  vjp,
  type Dual,
  type Real,
  type Reals,
} from 'delta-tape';
import { claim, type Same } from './claims.js';

interface Params {
  readonly w: number[];
  b?: number;
  name: string;
}
type Alias = { readonly w: readonly number[]; readonly nested: { c: number } };
type Metres = number & { readonly unit: 'm' };
type Line = RecordOf<{ slope: number; name: string }>;
interface Chain {
  value: number;
  next: Chain | null;
}
class Model {
  weight = 1;
  private readonly bias = 2;
  constructor(public rates: number[]) {}
  loss(p: Params): number {
    return p.w[0] * this.weight + this.bias;
  }
}
const defaulted = (x: number, y = 2) => x * y;
function overloaded(x: number): number;
function overloaded(x: string): string;
function overloaded(x: unknown): unknown {
  return x;
}

/** Rules and partials as plain TypeScript writes them, for numbers. */
export const plainRules = {
  pulled: customGradient((x: number, ys: number[]) => ({
    value: x * ys[0],
    pullback: (c: number) => [c * ys[0], [c * x]],
    pushforward: ([dx, dys]: [number, number[]]) => dx * ys[0] + x * dys[0],
  })),
  pushed: customTangent((xs: number[]) => ({
    value: xs.map((x) => 2 * x),
    pushforward: ([dxs]: [number[]]) => dxs.map((dx) => 2 * dx),
  })),
  cube: definePrimitive({
    name: 'cube',
    value: (x) => x ** 3,
    partials: [(x: number) => 3 * x * x],
    formula: ['3x²'],
    domain: { text: 'all x', points: [[-1.5], [2]] },
    conventions: [],
  }),
  // @ts-expect-error -- a cotangent of a number is no text.
  textForNumber: customGradient((x: number) => ({
    value: x,
    pullback: (c: string) => [c.length],
  })),
};

export function kinds(position: number, params: Params, metres: Metres, line: Line, chain: Chain) {
  return {
    number: grad((x: number) => x * x)(3),
    real: grad((x: Real) => mul(x, x))(3),
    dual: grad((x: Dual) => mul(x, x))(3),
    duals: grad((xs: Dual[]) => xs[0])([3]),
    inferred: grad((x) => mul(x, x))(3),
    within: grad((x: Real) => grad((y: Real) => mul(x, y))(x))(3),
    list: grad((xs: number[]) => xs[0])([1, 2]),
    readonlyList: grad((xs: readonly number[]) => xs[0])([1, 2]),
    readonlyGiven: grad((xs: readonly number[]) => xs[0])([1, 2] as readonly number[]),
    tuple: grad(([x, [y]]: [number, [number]]) => x * y)([1, [2]]),
    readonlyTuple: grad(([x, y]: readonly [number, string]) => x * y.length)([1, 'a']),
    floats: grad((xs: Float64Array) => xs[0])(new Float64Array(2)),
    reals: grad((xs: Reals) => xs[0])(new Float64Array(2)),
    like: grad((xs: ArrayLike<number>) => xs[0])(new Float32Array(2)),
    object: grad((p: Params) => p.w[0])({ w: [1], b: 2, name: 'a' }),
    given: grad((p: Params) => p.w[0])(params),
    alias: grad((p: Alias) => p.w[0])({ w: [1], nested: { c: 1 } }),
    record: grad((p: Record<string, number>) => p.a)({ a: 1 }),
    instance: grad((m: Model) => m.weight)(new Model([1])).rates,
    method: grad((p: Params) => new Model([1]).loss(p))(params).w,
    map: grad((m: Map<string, number>) => m.get('a') ?? 0)(new Map([['a', 1]])),
    mapOfLists: grad((m: Map<string, Real[]>) => m.get('a')![0])(new Map([['a', [1]]])),
    rowsOfMap: jacobian((x: Real) => new Map([['a', x]]))(1),
    immutableList: grad((xs: List<number>) => xs.first() ?? 0)(null as never as List<number>),
    immutableMap: grad((m: ImmutableMap<string, number>) => m.get('a') ?? 0)(
      null as never as ImmutableMap<string, number>,
    ),
    immutableRecord: grad((r: Line) => r.slope)(line).slope,
    brand: grad((x: Metres) => x * 2)(metres),
    recursive: grad((c: Chain) => c.value)(chain).value,
    literals: grad((x: 1 | 2) => x * 2)(1),
    union: grad((x: number | { a: number }) => (typeof x === 'number' ? x : x.a))(3),
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- users have it
    any: grad((x: any) => x as number)(3),
    unknown: grad((x: unknown) => x as number)(3),
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- users have it
    anyResult: grad((x: number): any => x)(3),
    noResult: grad((x: number) => x as never)(3),
    both: grad((x: number, y: number) => x * y, { wrt: [0, 1] })(1, 2),
    second: grad((_: string, y: number) => y, { wrt: 1 })('a', 2),
    rest: grad((...xs: number[]) => xs[2], { wrt: 2 })(1, 2, 3),
    optional: grad((x: number, y?: number) => x * (y ?? 1), { wrt: 1 })(1, 2),
    defaulted: grad(defaulted)(1),
    notKnown: grad((x: number, y: number) => x * y, { wrt: position })(1, 2),
    overloaded: jvp(overloaded)([''], [undefined]).value,
    withValue: valueAndGrad((p: Params) => p.w[0])(params).value,
  };
}
type Kinds = ReturnType<typeof kinds>;

export function operators() {
  const product = (x: Real, y: Real): Real => mul(x, y);
  const lines = (x: number[]) => ({ sum: x[0], all: [x[0]] });
  return {
    pushed: jvp(product)([2, 3], [1, 0]).tangent,
    held: jvp(product)([2, 3], [1, undefined]).value,
    tree: jvp(lines)([[1]], [[2]]).tangent,
    pulled: vjp(lines)([1]).pullback({ sum: 1, all: [2] }),
    valued: vjp(lines)([1]).value,
    rows: jacobian(lines)([1]),
    second: vjp(product, { wrt: 1 })(2, 3).pullback(1),
    twice: hvp((x: number[]) => x[0] * x[0])([1], [1]),
    inferred: hvp((x) => mul(x, x))(1, 1),
    matrix: hessian((x: number[]) => x[0] * x[0])([1]),
    blocks: hessian(product, { wrt: [0, 1] })(1, 2),
    sparse: hessian((x: number[]) => x[0] * x[0], { sparse: true })([1]).rows,
    checked: checkGradient(lines)([1]).ok,
    nothing: jvp((_: number): void => undefined)([1], [1]).value,
  };
}
type Operators = ReturnType<typeof operators>;

/** The compiler infers the choice of arguments from the options, and from nothing else. */
export const asCallback: (x: number) => number = grad((x: Real) => mul(x, x));
export const mapped: number[] = [1, 2].map((x) => grad((y: Real) => mul(y, y))(x));

export const claims =
  claim<
    [
      Same<Kinds['number'], number>,
      Same<Kinds['real'], number>,
      Same<Kinds['dual'], number>,
      Same<Kinds['duals'], number[]>,
      Same<Kinds['inferred'], number>,
      Same<Kinds['within'], number>,
      Same<Kinds['list'], number[]>,
      Same<Kinds['readonlyList'], number[]>,
      Same<Kinds['readonlyGiven'], number[]>,
      Same<Kinds['tuple'], [number, [number]]>,
      Same<Kinds['readonlyTuple'], [number, string]>,
      Same<Kinds['floats'], Float64Array<ArrayBuffer>>,
      Same<Kinds['reals'], Float64Array<ArrayBuffer>>,
      Same<Kinds['like'], Float32Array<ArrayBuffer>>,
      Same<Kinds['object'], { w: number[]; b: number; name: string }>,
      Same<Kinds['given'], { w: number[]; b?: number; name: string }>,
      Same<Kinds['alias'], { w: number[]; nested: { c: number } }>,
      Same<Kinds['instance'], number[]>,
      Same<Kinds['method'], number[]>,
      Same<Kinds['map'], Map<string, number>>,
      Same<Kinds['mapOfLists'], Map<string, number[]>>,
      Same<Kinds['rowsOfMap'], Map<string, number>>,
      Same<Kinds['immutableList'], List<number>>,
      Same<Kinds['immutableMap'], ImmutableMap<string, number>>,
      Same<Kinds['immutableRecord'], number>,
      Same<Kinds['brand'], number>,
      Same<Kinds['recursive'], number>,
      Same<Kinds['literals'], number>,
      Same<Kinds['union'], number>,
      Same<Kinds['any'], number>,
      Same<Kinds['unknown'], number>,
      Same<Kinds['anyResult'], number>,
      Same<Kinds['noResult'], number>,
      Same<Kinds['both'], [number, number]>,
      Same<Kinds['second'], number>,
      Same<Kinds['rest'], number>,
      Same<Kinds['optional'], number>,
      Same<Kinds['defaulted'], number>,
      Same<Kinds['overloaded'], string>,
      Same<Kinds['withValue'], number>,
      Kinds['record'] extends Record<string, number> ? true : false,
      Kinds['given'] extends Params ? true : false,
    ]
  >();

export const ofOperators =
  claim<
    [
      Same<Operators['pushed'], number>,
      Same<Operators['held'], number>,
      Same<Operators['tree'], { sum: number; all: number[] }>,
      Same<Operators['pulled'], number[]>,
      Same<Operators['valued'], { sum: number; all: number[] }>,
      Same<Operators['rows'], { sum: number[]; all: number[][] }>,
      Same<Operators['second'], number>,
      Same<Operators['twice'], number[]>,
      Same<Operators['inferred'], number>,
      Same<Operators['matrix'], number[][]>,
      Same<Operators['blocks'], [[number, number], [number, number]]>,
      Same<Operators['checked'], boolean>,
    ]
  >();
