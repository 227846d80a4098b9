/** Which statements need the stack, so that the code around them has it. */
import { isOn } from '../../../src/plain/emit/keeping.js';
import { value } from '../../../src/plain/ir/build.js';
import type { Stmt } from '../../../src/plain/ir/ir.js';

const mark = value('mark', 'f64');

test.each<[Stmt['tag'], Stmt]>([
  ['keep', { tag: 'keep', block: 0, values: [] }],
  ['take', { tag: 'take', block: 0, values: [] }],
  ['mark', { tag: 'mark', mark }],
  ['forget', { tag: 'forget', mark }],
])('A %s is on its stack, and on no other.', (_, stmt) => {
  expect(isOn(stmt, 0)).toBe(true);
  expect(isOn(stmt, 1)).toBe(false);
  expect(isOn({ ...stmt, stack: 1 } as Stmt, 1)).toBe(true);
});

test('What keeps nothing is on no stack.', () => {
  expect(isOn({ tag: 'leave' }, 0)).toBe(false);
});
