/** The lemmas of the paper about types, functions and continuations, on random programs. */
import fc from 'fast-check';
import { gradientSteps, type Program, type Term } from '../../src/functional/index.js';
import { tupleOf } from '../../src/functional/language.js';
import { isContinuation } from '../../src/functional/fresh-names.js';
import { occurrences, partsOf } from '../../src/functional/traversal.js';
import { typeOf, typeText } from '../../src/functional/typing.js';
import { sampled } from '../support/sample.js';
import { functionalPrograms } from './programs.js';

const after = (program: Program, pass: string): Term =>
  gradientSteps(program).find((step) => step.pass.startsWith(pass))!.term;

/** All terms in a term, itself among them. */
const termsIn = (term: Term): readonly Term[] => [
  term,
  ...partsOf(term).flatMap(({ of }) => termsIn(of)),
];

/** Counts the occurrences of each continuation that a let binds. */
const uses = (term: Term): readonly number[] =>
  termsIn(term).flatMap((one) => {
    if (one.tag !== 'let') return [];
    const name = one.names.at(-1)!;
    const isIt = isContinuation(name) || (one.names.length === 2 && name.endsWith("'"));
    return isIt ? [occurrences(one.body).get(name) ?? 0] : [];
  });

const random = (body: (program: Program) => void) =>
  fc.assert(fc.property(functionalPrograms(3, { folds: true, general: true }), body), {
    numRuns: sampled(100),
  });

test('Lemma 5.1: each continuation occurs exactly once.', () => {
  random((program) => {
    expect(new Set([1, ...uses(after(program, 'reverse mode'))])).toEqual(new Set([1]));
  });
});

test('Lemma 5.3: after partial evaluation there are no functions and no calls.', () => {
  random((program) => {
    const literal = new Set(termsIn(after(program, 'reverse mode')).map(({ tag }) => tag));
    expect(literal).toContain('fun');
    const tags = new Set(termsIn(after(program, 'partial evaluation')).map(({ tag }) => tag));
    expect(tags).not.toContain('fun');
    expect(tags).not.toContain('apply');
  });
});

test('Lemma 3.2: the gradient has the types of the inputs.', () => {
  random((program) => {
    const expected = typeText(tupleOf(...program.context.map(([, type]) => type)));
    for (const pass of ['partial evaluation', 'simplification', 'dead lets'])
      expect(typeText(typeOf(after(program, pass), new Map(program.context)))).toBe(expected);
  });
});
