/** Terms: what is simplified is exact. */
import fc from 'fast-check';
import {
  apply,
  choice,
  constant,
  decided,
  isActive,
  isConstant,
  one,
  partsOf,
  simplified,
  zero,
  type Term,
} from '../../../src/plain/front/terms.js';

const x: Term = { tag: 'input', name: 'x' };
const functions: Readonly<Record<string, (x: number, y: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  neg: (a) => -a,
  pow: (a, b) => a ** b,
};

/** The value of a term at a number. */
function valueOf(term: Term, at: number): number {
  if (term.tag === 'constant') return term.value;
  if (term.tag === 'input') return at;
  if (term.tag !== 'apply') throw new Error(`no value of ${term.tag}`);
  const [a, b] = term.args.map((arg) => valueOf(arg, at));
  return functions[term.op](a, b);
}

const terms = fc.letrec<{ term: Term }>((tie) => ({
  term: fc.oneof(
    { depthSize: 'small' },
    fc.constant(x),
    fc.constantFrom(-1, -0, 0, 1, 2, 0.1, Infinity, NaN).map(constant),
    fc
      .tuple(fc.constantFrom(...Object.keys(functions)), tie('term'), tie('term'))
      .map(([op, a, b]) => [op, op === 'neg' ? [a] : [a, b]] as const)
      .map(([op, args]) => apply(op, args)),
  ),
})).term;

/** A term made again by `simplified`. */
const again = (term: Term): Term =>
  term.tag === 'apply' ? simplified(term.op, term.args.map(again)) : term;

test('A simplified term has the same value, bit for bit.', () => {
  const numbers = fc.oneof(fc.double(), fc.constantFrom(0, -0, 1, -1, Infinity, -Infinity, NaN));
  fc.assert(
    fc.property(terms, numbers, (term, at) => {
      expect(valueOf(again(term), at)).toBe(valueOf(term, at));
    }),
    { numRuns: 1000 },
  );
});

test('That property objects to a simplification that is not exact.', () => {
  const wrong = (term: Term): Term =>
    term.tag === 'apply' && term.op === 'add' && isConstant(term.args[1], 0) ? term.args[0] : term;
  const sum = apply('add', [x, zero]);
  expect(valueOf(wrong(sum), -0)).not.toBe(valueOf(sum, -0));
});

test('Ones and signs go.', () => {
  expect(simplified('mul', [one, x])).toBe(x);
  expect(simplified('pow', [x, one])).toBe(x);
  expect(simplified('neg', [simplified('neg', [x])])).toBe(x);
  expect(simplified('mul', [x, constant(-1)])).toEqual(apply('neg', [x]));
  expect(simplified('add', [constant(2), constant(3)])).toEqual(constant(5));
});

test('Zeros stay, since 0 x is not always 0.', () => {
  expect(simplified('mul', [zero, x])).toEqual(apply('mul', [zero, x]));
  expect(simplified('add', [x, zero])).toEqual(apply('add', [x, zero]));
});

test('A term depends on an input if a part of it does.', () => {
  expect(isActive(apply('mul', [constant(2), apply('neg', [x])]))).toBe(true);
  expect(isActive(apply('mul', [constant(2), constant(3)]))).toBe(false);
  expect(partsOf(apply('mul', [one, x]))).toEqual([one, x]);
});

test('A choice is decided where its test is of constants, and only there.', () => {
  const less = { tag: 'compare', op: 'lt', args: [one, constant(2)] } as const;
  const open = { tag: 'compare', op: 'lt', args: [x, one] } as const;
  expect(choice(less, x, zero)).toBe(x);
  expect(choice(open, x, zero)).toMatchObject({ tag: 'choice' });
  expect(decided({ tag: 'either', sides: [open, less] })).toBe(true);
  expect(decided({ tag: 'both', sides: [open, less] })).toBeUndefined();
});
