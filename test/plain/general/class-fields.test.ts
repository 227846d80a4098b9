import { parse } from '@babel/parser';
import { fieldsWritten } from '../../../src/plain/general/class-fields.js';

const fieldsIn = (text: string): readonly string[] | null =>
  fieldsWritten(parse(text, { sourceType: 'module', plugins: ['typescript'] }).program as never);

test.each([
  ['class A { x = 1; y?: number; readonly #z = 2; m() {} static s = 3; }', ['x', 'y', 's']],
  ['class A { constructor(public x: number, y: number, readonly z = 2) {} }', ['x', 'z']],
  ['class A { constructor() { this.x = 1; this["y"] += 2; this.z++; } }', ['x', 'y', 'z']],
  ['[a.x, ...a.y] = [1]; ({ u: a.z, ...a.w } = b);', ['x', 'y', 'z', 'w', 'u']],
  ['for (a.x of xs) for (a.y in ys) (a as any)!.z = a.read;', ['x', 'y', 'z']],
  ['Object.assign(a, { x: 1, [y]: 2 }); a[k] = 3;', ['x']],
])('The fields that are written: %s', (text, expected) => {
  expect([...fieldsIn(text)!].sort()).toEqual([...expected].sort());
});

test('Of many fields nothing is known.', () => {
  const text = (count: number) => Array.from({ length: count }, (_, k) => `a.x${k} = 1;`).join('');
  expect(fieldsIn(text(40))).toHaveLength(40);
  expect(fieldsIn(text(41))).toBe(null);
});
