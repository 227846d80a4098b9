/** Proxies are read as a run reads them: what `get` gives is what counts. */
import { valueAndGrad } from 'delta-tape';
import { load } from '../../../../support/plain.js';
import { answer, withoutCompiled } from '../../../../support/tiers.js';

type F = (x: unknown) => number;
const { ofObject, ofInstance, ofList, ofRecord, pair } = load<
  Record<'ofObject' | 'ofInstance' | 'ofList' | 'ofRecord', F> & {
    pair: () => object;
  }
>(`
class Pair { constructor(public x: number, public y: number) {} }
exports.pair = () => new Pair(1, 2);
exports.ofObject = ofObject; exports.ofInstance = ofInstance; exports.ofList = ofList; exports.ofRecord = ofRecord;
function ofObject(p: { x: number; y: number }): number { return p.x * p.x + p.y; }
function ofInstance(p: Pair): number { return p.x * p.x + p.y; }
function ofList(p: { x: number; y: number }[]): number { let s = 0; for (const q of p) s += q.x * q.x + q.y; return s; }
function ofRecord(p: Record<string, number>): number { let s = 0; for (const k of Object.keys(p)) s += p[k] * p[k]; return s; }
`);

const trapped = (of: object): object =>
  new Proxy(of, { get: (at, name) => (name === 'x' ? 9 : (Reflect.get(at, name) as unknown)) });

test.each<[string, F, () => unknown, () => unknown]>([
  ['an object', ofObject, () => ({ x: 1, y: 2 }), () => trapped({ x: 1, y: 2 })],
  ['an instance', ofInstance, pair, () => trapped(pair())],
  ['an object in a list', ofList, () => [{ x: 1, y: 2 }], () => [trapped({ x: 1, y: 2 })]],
  ['a record', ofRecord, () => ({ x: 1, y: 2 }), () => trapped({ x: 1, y: 2 })],
])('%s', (_, f, usual, odd) => {
  const gradient = valueAndGrad(f as (x: number[]) => number) as (x: unknown) => unknown;
  for (let k = 0; k < 30; k++) expect(answer(f, [usual()], 0)).not.toBeNull();
  for (let k = 0; k < 30; k++)
    expect(gradient(odd())).toEqual(withoutCompiled(() => gradient(odd())));
  expect(gradient(odd())).toMatchObject({ value: f(odd()) });
});
