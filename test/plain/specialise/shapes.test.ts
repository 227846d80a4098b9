/** Joins of shapes ascend, whichever shapes meet: a loop that joins again and again comes to an end. */
import fc from 'fast-check';
import { HOLE } from '../../../src/plain/specialise/values/abstract.js';
import { withoutHoles } from '../../../src/plain/specialise/values/holes.js';
import { leavesOf } from '../../../src/plain/specialise/values/leaf-types.js';
import { kindOf } from '../../../src/plain/specialise/values/kinds.js';
import { keyOf } from '../../../src/plain/specialise/values/shape-keys.js';
import { join, listOf, type Shape } from '../../../src/plain/specialise/values/shapes.js';

const proto = [Object.prototype, null];
const kinds = proto.flatMap((of) => {
  const kind = kindOf(of, ['a']);
  return [kind, { ...kind, own: kind }];
});
const shapes = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Shape>(
      { tag: 'number' },
      { tag: 'bool' },
      { tag: 'unset' },
      { tag: 'lost', why: 'it' },
    ),
    fc
      .constantFrom<unknown>(1, -0, 0, true, 'a', null, undefined, HOLE.value)
      .map((value): Shape => ({ tag: 'known', value })),
    fc
      .array(tie('shape'), { maxLength: 3 })
      .map((items): Shape => ({ tag: 'tuple', items, from: [] })),
    fc
      .record({ of: fc.constantFrom(...kinds), tag: fc.constantFrom('element', 'place') })
      .map(({ of, tag }): Shape => ({ tag, kind: of })),
    fc
      .record({
        of: tie('shape'),
        storage: fc.constantFrom('number[]' as const, 'Float64Array' as const),
        grows: fc.boolean(),
        isPinned: fc.boolean(),
      })
      .map(({ of, storage, grows, isPinned }): Shape => ({
        // Others that hold an array hold it without holes.
        ...listOf(
          storage === 'number[]' ? (isPinned ? withoutHoles(of) : of) : { tag: 'number' },
          storage,
        ),
        grows: grows && !isPinned,
        isPinned,
      })),
    fc
      .record({
        of: fc.constantFrom(...proto),
        keys: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
        inner: tie('shape'),
      })
      .map(({ of, keys, inner }): Shape => ({
        tag: 'object',
        proto: of,
        slots: keys.map((key) => [key, inner] as const),
        from: [],
      })),
  ),
})).shape;

test('The join of shapes holds both, and joining once more changes nothing.', () => {
  fc.assert(
    fc.property(shapes, shapes, shapes, (one, two, three) => {
      const both = join(one, two);
      expect(keyOf(join(both, one))).toBe(keyOf(both));
      expect(keyOf(join(both, two))).toBe(keyOf(both));
      const all = join(both, three);
      for (const shape of [one, two, three, both]) expect(keyOf(join(all, shape))).toBe(keyOf(all));
      expect(leavesOf(all).length).toBeLessThan(1000);
    }),
    { numRuns: 2000 },
  );
});

test('Different constants of one type are a number, and different types a choice.', () => {
  const known = (value: unknown): Shape => ({ tag: 'known', value });
  expect(join(known(1), known(2)).tag).toBe('number');
  expect(join(known(0), known(-0)).tag).toBe('number');
  expect(join(known('a'), known('b')).tag).toBe('choice');
  expect(keyOf(known(0))).not.toBe(keyOf(known(-0)));
});
