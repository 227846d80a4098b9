/** Assignments at once become assignments in a row that leave the same in all variables. */
import fc from 'fast-check';
import { moveAll, type Move } from '../../../src/plain/emit/moves.js';
import { variable, type Text } from '../../../src/plain/emit/text.js';
import '../../support/seed.js';

type Assign = (to: string, from: readonly string[]) => void;

/** A text that reads some variables. */
const reading = (names: readonly string[]): Text => ({
  text: names.join(' + '),
  level: 0,
  of: names.map(variable),
});

/** The final contents of variables, as sets of their first contents; each assignment is told. */
function after(moves: readonly (readonly [to: string, from: readonly string[]])[], tell: Assign) {
  const held = new Map<string, string>();
  const valueOf = ({ text }: Text): string =>
    text
      .split(' + ')
      .map((name) => held.get(name) ?? name)
      .join(' + ');
  let waiting = 0;
  moveAll(
    moves.map(([to, from]): Move => ({ to, value: reading(from) })),
    {
      assign: ({ to, value }) => {
        tell(to, value.text.split(' + '));
        held.set(to, valueOf(value));
      },
      wait: ({ to, value }) => {
        const later = `later${waiting++}`;
        held.set(later, valueOf(value));
        return { to, value: variable(later) };
      },
    },
  );
  return { held, waiting };
}

test('What another assignment reads is overwritten after it.', () => {
  const order: string[] = [];
  const moves = [
    ['a', ['x']],
    ['b', ['a']],
    ['c', ['b']],
  ] as const;
  expect(after(moves, (to) => order.push(to)).waiting).toBe(0);
  expect(order).toEqual(['c', 'b', 'a']);
});

test('A circle needs one variable more.', () => {
  const moves = [
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['a', 'x']],
  ] as const;
  const { held, waiting } = after(moves, () => {});
  expect(waiting).toBe(1);
  expect(Object.fromEntries(held)).toMatchObject({ a: 'b', b: 'c', c: 'a + x' });
});

test('An assignment that a circle does not let go waits with it.', () => {
  const moves = [
    ['a', ['x']],
    ['b', ['a', 'c']],
    ['c', ['a', 'b']],
  ] as const;
  expect(Object.fromEntries(after(moves, () => {}).held)).toMatchObject({
    a: 'x',
    b: 'a + c',
    c: 'a + b',
  });
});

test('Random assignments leave what all at once would leave.', () => {
  const readers = fc.array(fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 4 }), {
    minLength: 1,
    maxLength: 7,
  });
  fc.assert(
    fc.property(readers, (given) => {
      const moves = given.map((from, k) => {
        const names = from.filter((at) => at < given.length).map((at) => `v${at}`);
        return [`v${k}`, [...new Set(names), 'x']] as const;
      });
      const { held } = after(moves, () => {});
      for (const [to, from] of moves) expect(held.get(to)).toBe(from.join(' + '));
    }),
  );
});
