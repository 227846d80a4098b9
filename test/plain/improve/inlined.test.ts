/** Functions in the place of their calls change no bit, and those that call themselves stay calls. */
import { Blocks } from '../../../src/plain/improve/copying.js';
import { inlined } from '../../../src/plain/improve/inlined.js';
import { statementsOf, type Func } from '../../../src/plain/ir/ir.js';
import { interpret, verify } from '../../support/numeric.js';
import { value, Builder } from '../../../src/plain/ir/build.js';

/** f(x, y) = half(x · y) + half(x), where half(x) = other(x) + other(x) and other(x) keeps x / 4 and takes it again. */
function program(): Func {
  const builder = new Builder();
  const [x, y, z, w, kept] = ['x', 'y', 'z', 'w', 'kept'].map((name) => value(name, 'f64'));
  const call = (of: string, arg: typeof x) => {
    const result = value('', 'f64');
    builder.add({ tag: 'call', of, args: [arg], results: [result] });
    return result;
  };
  const add = (one: typeof x, other: typeof x) => builder.prim('add', [one, other]);
  const region = builder.region([x, y], () => [
    add(call('half', builder.prim('mul', [x, y])), call('half', x)),
  ]);
  const half = builder.region([z], () => [add(call('other', z), call('other', z))]);
  const other = builder.region([w], () => {
    const part = builder.prim('div', [w, builder.constant(4)]);
    builder.add({ tag: 'keep', block: 3, values: [part] });
    builder.add({ tag: 'take', block: 3, values: [kept] });
    return [kept];
  });
  const functions = [
    { name: 'half', region: half },
    { name: 'other', region: other },
  ];
  return { name: 'f', region, functions };
}

const count = (f: Func, tag: string) =>
  [...statementsOf(f)].filter((one) => one.tag === tag).length;

test('Functions stand in the place of their calls, with blocks of their own.', () => {
  const f = program();
  const made = inlined(f, new Blocks());
  expect(verify(made)).toEqual([]);
  expect(count(f, 'call')).toBe(4);
  expect(made.functions).toBeUndefined();
  expect(interpret(made, [3, 5])).toEqual(interpret(f, [3, 5]));
  const blocks = [...statementsOf(made)].flatMap((stmt) => (stmt.tag === 'keep' ? stmt.block : []));
  expect(blocks).toHaveLength(4);
  expect(new Set(blocks).size).toBe(4);
});

test('A function that calls itself stays a call.', () => {
  const f = program();
  const [half, other] = f.functions!;
  const again = { ...other, region: half.region };
  const made = inlined({ ...f, functions: [half, again] }, new Blocks());
  expect(count(made, 'call')).toBeGreaterThan(0);
});
