/**
 * The texts that an editor shows over the results of operators are read by newcomers. The golden texts
 * are written anew by `npx jest test/hovers -u`.
 */
import { join } from 'node:path';
import { bundled, hoversOf, type Hover } from './support/hovers.js';
import { Library } from './support/typescript.js';

const root = join(__dirname, '..');
const hovers = hoversOf(join(__dirname, 'support/types/hovered.ts'), root);

const entry = 'src/index.ts';
const exported = new Library(root, [entry], new Map()).exportsOf(entry).map(({ name }) => name);
const known = [...exported, 'Line', 'Float64Array', 'ArrayBufferLike'];
const internalNames = ({ types }: Hover) => types.filter((type) => !known.includes(type));

describe('Hovers', () => {
  test('over typical programs are as they were.', () => {
    expect(hovers.map(({ text }) => text).join('\n\n')).toMatchSnapshot();
  });

  test('over programs on arrays are as they were.', () => {
    const file = join(__dirname, 'support/bundled/hovered-arrays.ts');
    const ofArrays = hoversOf(file, root, bundled);
    expect(ofArrays.map(({ text }) => text).join('\n')).toMatchSnapshot();
  });

  test('name what can be imported, and nothing internal.', () => {
    expect(hovers.flatMap(internalNames)).toEqual([]);
  });

  test('over the source of an operator would be objected to.', () => {
    const found = hoversOf(join(root, 'src/derivatives/grad.ts'), root).flatMap(internalNames);
    expect(found).toContain('Unannotated');
  });
});
