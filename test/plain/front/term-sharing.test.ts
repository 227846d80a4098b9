/** Sharing: terms that compute the same are one object. */
import { TermSharing } from '../../../src/plain/front/term-sharing.js';
import { apply, constant, type Term } from '../../../src/plain/front/terms.js';

const x: Term = { tag: 'input', name: 'x' };
const y: Term = { tag: 'input', name: 'y' };

describe('Terms', () => {
  test('with the same operation and the same arguments are the first of them.', () => {
    const sharing = new TermSharing();
    const first = sharing.of(apply('div', [constant(1), apply('mul', [x, y])]));
    expect(sharing.of(apply('div', [constant(1), apply('mul', [x, y])]))).toBe(first);
    expect(sharing.of(apply('div', [apply('mul', [x, y]), constant(1)]))).not.toBe(first);
  });

  test('are the same in either order where that makes no difference.', () => {
    const sharing = new TermSharing();
    for (const op of ['add', 'mul', 'times'])
      expect(sharing.of(apply(op, [x, y]))).toBe(sharing.of(apply(op, [y, x])));
    expect(sharing.of(apply('sub', [x, y]))).not.toBe(sharing.of(apply('sub', [y, x])));
  });

  test('of the program are taken for those of its derivative.', () => {
    const sharing = new TermSharing();
    const cosine = sharing.note(apply('cos', [apply('mul', [x, y])]));
    expect(sharing.of(apply('cos', [apply('mul', [x, y])]))).toBe(cosine);
    const made = sharing.of(apply('neg', [apply('cos', [apply('mul', [x, y])])]));
    expect(made).toMatchObject({ op: 'neg', args: [cosine] });
  });

  test('of the program stay what they are.', () => {
    const sharing = new TermSharing();
    const [one, other] = [apply('sin', [x]), apply('sin', [x])];
    expect(sharing.note(one)).toBe(one);
    expect(sharing.note(other)).toBe(other);
    expect(sharing.of(other)).toBe(one);
  });

  test('tell constants by their signs, too.', () => {
    const sharing = new TermSharing();
    expect(sharing.of(constant(0))).not.toBe(sharing.of(constant(-0)));
    expect(sharing.of(constant(NaN))).toBe(sharing.of(constant(NaN)));
  });

  test('of unknown code are the same only if they are one.', () => {
    const sharing = new TermSharing();
    const code = { type: 'Identifier', name: 'n' } as never;
    const [one, other]: Term[] = [
      { tag: 'passive', code },
      { tag: 'passive', code },
    ];
    expect(sharing.of(apply('mul', [x, one]))).toBe(sharing.of(apply('mul', [x, one])));
    expect(sharing.of(apply('mul', [x, one]))).not.toBe(sharing.of(apply('mul', [x, other])));
  });
});
