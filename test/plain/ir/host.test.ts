/** Statements on values of the host: what the verifier refuses, their text, and what they mean on numbers. */
import { Builder, value } from '../../../src/plain/ir/build.js';
import { quoted, type HostStmt } from '../../../src/plain/ir/host.js';
import { interpret } from '../../../src/plain/ir/interpret.js';
import type { Func, Value } from '../../../src/plain/ir/ir.js';
import { print } from '../../../src/plain/ir/print.js';
import { verify } from '../../../src/plain/ir/verify.js';
import { read, written } from '../../../src/plain/ir/written.js';

const host = (
  does: HostStmt['does'],
  args: Value[],
  results: Value[],
  text?: string,
): HostStmt => ({
  tag: 'host',
  does,
  args,
  results,
  ...(text !== undefined && { text }),
});

const made = (params: Value[], fill: (builder: Builder) => Value[]): Func => {
  const builder = new Builder();
  const region = builder.region(params, () => fill(builder));
  return { name: 'f', region };
};

/** The length of a list that a function of the host makes of an array and a number. */
function example(): Func {
  const [f, x, xs] = [value('f', 'host'), value('x', 'f64'), value('xs', { storage: 'number[]' })];
  return made([f, x, xs], (builder) => {
    const [list, size] = [value('list', 'host'), value('size', 'f64')];
    builder.add(host('call', [f, xs, x], [list], `#(#,{${quoted('#')}:#})`));
    const field = value('', 'host');
    builder.add(host('call', [list], [field], '#.length'));
    builder.add(host('real', [field], [size]));
    return [builder.prim('mul', [size, x])];
  });
}

const f = (xs: number[], options: Record<string, number>) => [...xs, options['#']];

test('A call keeps its text, also where a text in it has the sign of an argument.', () => {
  expect(print(example())).toBe(
    [
      'f(f: host, x: f64, xs: number[]) {',
      '  list = host call f(xs,{"\\x23":x})',
      '  v1 = host call list.length',
      '  size = host real (v1)',
      '  v2 = mul(size, x)',
      '  return v2',
      '}',
    ].join('\n'),
  );
  expect(print(read(written(example())))).toBe(print(example()));
  expect(verify(read(written(example())))).toEqual([]);
});

test('The interpreter calls the host, with copies of arrays, and leaves where it gives no number.', () => {
  expect(interpret(example(), [f as never, 2, [1, 2, 3]])).toEqual([8]);
  const given: unknown[] = [];
  interpret(example(), [((xs: number[]) => (given.push(xs.fill(0)), [])) as never, 2, [1, 2]]);
  expect(given).toEqual([[0, 0]]);
  const none = (() => ({ length: 'no number' })) as never;
  expect(() => interpret(example(), [none, 2, [1]])).toThrow('what the host gives is not a number');
});

describe('The verifier refuses', () => {
  const x = value('x', 'f64');
  const h = value('h', 'host');
  test.each<[string, HostStmt, Value[]]>([
    ['a call with too few arguments', host('call', [h], [value('r', 'host')], '#(#)'), [h]],
    ['a call that gives a number', host('call', [h], [value('r', 'f64')], '#()'), [h]],
    ['a real of a number', host('real', [x], [value('r', 'f64')]), [x]],
    [
      'a lift of a value of the host',
      host('lift', [h], [value('r', 'host'), value('id', 'f64')]),
      [h],
    ],
    ['a lift without an id', host('lift', [x], [value('r', 'host')]), [x]],
    ['a push that gives something', host('push', [x, x], [value('r', 'f64')]), [x]],
  ])('%s.', (_, stmt, params) => {
    const func = made(params, (builder) => {
      builder.add(stmt);
      return [];
    });
    expect(verify(func).length).toBeGreaterThan(0);
  });
});
