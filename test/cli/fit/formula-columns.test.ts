import fc from 'fast-check';
import { grad, type Real } from 'delta-tape';
import { readFormula, type Formula } from '../../../src/cli/fit/formula.js';
import { FormulaColumns } from '../../../src/cli/fit/formula-columns.js';
import { namedOperators } from '../../../src/special/named.js';

/** The value of a formula at one row, by operators, which can be differentiated. */
function interpreted({ steps }: Formula, values: readonly Real[]): Real {
  const found: Real[] = [];
  for (const step of steps) {
    if ('constant' in step) found.push(step.constant);
    else if ('name' in step) found.push(values[step.name]);
    else found.push(step.operator.primitive.apply(step.args.map((k) => found[k])));
  }
  return found.at(-1)!;
}

/** Formulas of the parameters a and b and the column t. */
const formulas = fc.letrec<{ formula: string }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('a', 'b', 't', '2', '0.5'),
    fc
      .tuple(fc.constantFrom('+', '-', '*', '/', '^'), tie('formula'), tie('formula'))
      .map(([operator, one, other]) => `(${one})${operator}(${other})`),
    fc
      .tuple(fc.constantFrom('exp', 'sqrt', 'sin', 'abs', '-'), tie('formula'))
      .map(([name, inner]) => `${name}(${inner})`),
    fc
      .tuple(fc.constantFrom('max', 'atan2'), tie('formula'), tie('formula'))
      .map(([name, one, other]) => `${name}(${one}, ${other})`),
    fc
      .tuple(fc.constantFrom('sum', 'hypot'), tie('formula'), tie('formula'), tie('formula'))
      .map(([name, ...parts]) => `${name}(${parts.join(', ')})`),
  ),
})).formula;

const at = fc.tuple(
  fc.double({ min: 0.1, max: 3, noNaN: true }),
  fc.double({ min: 0.1, max: 3, noNaN: true }),
);

test('Values and partials at all rows are those of the operators at each row.', () => {
  const t = Float64Array.from({ length: 1500 }, (_, k) => k / 500);
  fc.assert(
    fc.property(formulas, at, (text, p) => {
      const formula = readFormula(text);
      const sources = formula.names.map((name) =>
        name === 't' ? { column: t } : { parameter: 'ab'.indexOf(name) },
      );
      const columns = new FormulaColumns(formula, sources, t.length);
      const values = columns.values(p);
      const partials = columns.partials(p);
      for (const row of [0, 1, 700, 1023, 1024, 1499]) {
        const f = (q: readonly Real[]) =>
          interpreted(
            formula,
            formula.names.map((name) => (name === 't' ? t[row] : q['ab'.indexOf(name)])),
          );
        expect(values[row]).toBe(f(p));
        const expected = grad(f)(p);
        expect([partials[0][row], partials[1][row]]).toEqual(
          expected.map((x) => (Number.isFinite(x) ? (expect.closeTo(x, 8) as number) : x)),
        );
      }
    }),
    { numRuns: 60 },
  );
});

test('Every function of the table has its values and partials in columns.', () => {
  const t = Float64Array.of(0.4, 0.9, 2.5);
  for (const [name, { primitive }] of namedOperators) {
    const { partials } = primitive.row;
    const count = typeof partials === 'function' ? 3 : partials.length;
    const args = ['a * t', 'b + t', '0.5 * a'].slice(0, count);
    const formula = readFormula(`${name}(${args.join(', ')})`);
    const sources = formula.names.map((known) =>
      known === 't' ? { column: t } : { parameter: 'ab'.indexOf(known) },
    );
    const p = [0.7, 0.3];
    const columns = new FormulaColumns(formula, sources, t.length);
    t.forEach((x, row) => {
      const f = (q: readonly Real[]) =>
        interpreted(
          formula,
          formula.names.map((known) => (known === 't' ? x : q['ab'.indexOf(known)])),
        );
      const found = [columns.values(p), ...columns.partials(p)].map((column) => column[row]);
      const wanted = [f(p) as number, ...grad(f)(p)];
      expect([name, ...found]).toEqual([
        name,
        ...wanted.map((y) => (Number.isFinite(y) ? (expect.closeTo(y, 10) as number) : y)),
      ]);
    });
  }
});
