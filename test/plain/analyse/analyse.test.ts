/** Tables beside the code: which arrays values may be, and which stores are taken back on the way back. */
import { definitionsOf } from '../../../src/plain/analyse/definitions.js';
import { overwritingOf } from '../../../src/plain/analyse/overwriting.js';
import { rootsOf } from '../../../src/plain/analyse/roots.js';
import {
  isArray,
  statementsIn,
  type Func,
  type Stmt,
  type StoreStmt,
} from '../../../src/plain/ir/ir.js';
import { adjoint, emit, funcOf, improved, partials } from '../../support/numeric.js';

const bodied = (body: string): Func =>
  improved(funcOf(`function f(x: Float64Array): number { ${body} }`));

/** For each store into an array of a name, whether it may be stored into before, and whether it is read again. */
function stores(f: Func, name: string) {
  const table = overwritingOf(f, definitionsOf(f), rootsOf(f));
  const reads = new Set<Stmt>(
    [...statementsIn(f.region)].filter((stmt) => stmt.tag === 'let' && stmt.op.tag === 'load'),
  );
  return [...statementsIn(f.region)]
    .filter((stmt): stmt is StoreStmt => stmt.tag === 'store' && stmt.array.name === name)
    .map((store) => [table.isStoredBefore(store), table.isReadAgain(store, reads)]);
}

test.each([
  [
    'a new array that a loop fills',
    'const w = new Float64Array(4); for (let i = 0; i < 4; i++) w[i] = x[i]; return w[1];',
    [[false, false]],
  ],
  [
    'one element that a loop stores into',
    'const w = new Float64Array(4); for (let i = 0; i < 4; i++) w[0] = x[i]; return w[0];',
    [[true, false]],
  ],
  [
    'a sum that runs on',
    'const w = new Float64Array(4); for (let i = 1; i < 4; i++) w[i] = w[i - 1] + x[i]; return w[3];',
    [[false, true]],
  ],
  [
    'a second store',
    'const w = new Float64Array(4); w[0] = x[0]; w[1] = x[1]; return w[0] * w[1];',
    [
      [false, false],
      [true, false],
    ],
  ],
  [
    'a store after a read',
    'const w = new Float64Array(4); w[0] = x[0]; const y = w[0]; w[0] = x[1]; return y * w[0];',
    [
      [false, false],
      [true, true],
    ],
  ],
  [
    'arrays of a loop that go round',
    'let u = x.slice(); for (let t = 0; t < 3; t++) { const w = new Float64Array(4); for (let i = 0; i < 4; i++) w[i] = u[i] * x[0]; u = w; } return u[0];',
    [[false, false]],
  ],
  [
    'an array under two names',
    'const w = new Float64Array(4); const v = x[0] > 0 ? w : x.slice(); v[1] = 2; for (let i = 0; i < 4; i++) w[i] = x[i] * v[1]; return w[1];',
    [[true, true]],
  ],
  [
    'rows that are read after all stores',
    'const r = [x.slice(), x.slice()]; for (let i = 0; i < 2; i++) { const w = r[i]; w[0] = i; } return r[0][0] * r[1][0];',
    [[true, false]],
  ],
  [
    'rows that each step makes, and reads after all stores',
    'let s = 0; for (let k = 0; k < 3; k++) { const r = [x.slice(), x.slice()]; for (let i = 0; i < 2; i++) { const w = r[i]; w[0] = s; } s += r[0][0] * r[1][0]; } return s;',
    [[true, false]],
  ],
  [
    'rows that a step stores into, and the step before has read',
    'let s = 0; const r = [x.slice(), x.slice()]; for (let k = 0; k < 3; k++) { for (let i = 0; i < 2; i++) { const w = r[i]; w[0] = s; } s += r[0][0] * r[1][0]; } return s;',
    [[true, true]],
  ],
])('Of %s it is known what stores overwrite.', (_, body, expected) => {
  expect(stores(bodied(body), 'w')).toEqual(expected);
});

test('Rows of lists are known by what is stored in them; rows of arguments count as one array.', () => {
  const f = improved(
    funcOf(`function f(x: Float64Array, data: Float64Array[]): number {
      const own = [x.slice(), new Float64Array(4)];
      let s = 0;
      for (let i = 0; i < 2; i++) { const one = own[i], other = data[i], again = data[1 - i]; s += one[0] * other[0] * again[1]; }
      return s;
    }`),
  );
  const roots = rootsOf(f);
  const named = (name: string) => {
    const found = [...statementsIn(f.region)].find(
      (stmt) => stmt.tag === 'let' && isArray(stmt.value.type) && stmt.value.name === name,
    ) as Stmt & { readonly tag: 'let' };
    return [...roots(found.value)];
  };
  expect(named('one')).toHaveLength(2);
  expect(named('other')).toEqual(named('again'));
  expect(named('other')).toHaveLength(1);
  expect(named('one')).not.toContain(named('other')[0]);
});

test('An adjoint neither keeps nor clears what nobody asks for.', () => {
  const f = bodied(
    'const w = new Float64Array(4); for (let i = 0; i < 4; i++) w[i] = x[i] * 2; return w[1] * w[2];',
  );
  const made = adjoint(f, f.region.params, { partials, asksForZeros: false });
  if (made.tag === 'refused') throw new Error(made.why);
  const { code } = emit(improved(made.func));
  expect(code).not.toContain('$kept');
  expect(code).not.toMatch(/wBar\[\w+\] = 0;/);
});
