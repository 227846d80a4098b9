/** Every error has a code of its own, and the index of errors explains each. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { DeltaTapeError, definePrimitive, grad, mul, type Real } from 'delta-tape';
import { root } from 'delta-tape/solve';
import { plain } from 'delta-tape/plain';
import { escaped, untyped } from '../support/untyped.js';

const solve = root as unknown as (f: unknown, options: object) => (guess: number) => unknown;

const folder = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(folder, path), 'utf8');

/** The codes that constructors of errors in a text are given; null for what is no literal. */
function codesIn(text: string): (string | null)[] {
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  const found: (string | null)[] = [];
  const literals = (node: ts.Node | undefined): void => {
    if (node !== undefined && ts.isConditionalExpression(node)) {
      literals(node.whenTrue);
      literals(node.whenFalse);
    } else found.push(node !== undefined && ts.isStringLiteral(node) ? node.text : null);
  };
  const visit = (node: ts.Node): void => {
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    const isError =
      isCall && /^(DeltaTapeError|TapeIsFull|refusedByRun)$/.test(node.expression.getText());
    // What makes one of a given code is no error itself.
    const isMaker = isError && node.arguments?.[0]?.getText() === 'code';
    if (isError && !isMaker) literals(node.arguments?.[0]);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const sources = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'));
const made = sources
  .filter((path) => path.endsWith('errors.ts'))
  .flatMap((path) => codesIn(read(`src/${path}`)));

describe('The codes of errors', () => {
  test('are each given in one place, and as they stand.', () => {
    expect(made.length).toBeGreaterThan(80);
    expect(made.filter((code, k) => code === null || made.indexOf(code) !== k)).toEqual([]);
    for (const code of made) expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test('are those of the type ErrorCode.', () => {
    const declared = [...read('src/errors/error-codes.ts').matchAll(/'([^']+)'/g)].map(
      ([, c]) => c,
    );
    expect(declared).toEqual([...made].sort());
  });

  test('stand in the index of errors, in order, and no others.', () => {
    const listed = [...read('docs/errors.md').matchAll(/^### `([^`]+)`\n\n(.*)/gm)];
    expect(listed.map(([, code]) => code)).toEqual([...made].sort());
    for (const [, , text] of listed) expect(text).toMatch(/\w/);
  });

  test('are given where errors are made, which is in errors.ts, but for those of another thread.', () => {
    const others = sources.filter((path) => !path.endsWith('errors.ts'));
    const found = others.filter((path) => codesIn(read(`src/${path}`)).length > 0);
    expect(found.sort()).toEqual(['learn/node/tasks.ts', 'plain/large-stack.ts']);
  });

  test('are found in a text, and missed where there is none.', () => {
    expect(codesIn(`new DeltaTapeError('a', b); new TapeIsFull(c ? 'd' : 'e', f);`)).toEqual([
      'a',
      'd',
      'e',
    ]);
    expect(codesIn('new DeltaTapeError(message); new DeltaTapeError();')).toEqual([null, null]);
  });
});

test.each<[string, () => unknown]>([
  ['escaped-dual', () => mul(escaped(), 2)],
  ['output-not-real', () => untyped.grad(() => 'a')(1)],
  ['missing-argument', () => untyped.grad((x: Real) => x, { wrt: 1 })(1)],
  ['missing-entry', () => untyped.grad(() => 1, { wrt: 'b' })({ a: 1 })],
  ['invalid-wrt', () => untyped.grad(() => 1, { wrt: {} })(1)],
  ['native-operator', () => grad((x: Real) => (x as number) * 2)(1)],
  ['kink', () => grad((x: Real) => untyped.abs(x) as unknown as Real, { onKink: 'throw' })(0)],
  ['constant-output', () => untyped.grad(() => 1, { onConstant: 'throw' })(1)],
  ['nan-output', () => grad((x: Real) => mul(x, NaN), { onConstant: 'throw' })(1)],
  ['invalid-primitive', () => definePrimitive({} as never)],
  ['invalid-pattern', () => untyped.jacobian((x: Real[]) => x, { sparse: {} })([1])],
  ['not-solved', () => solve((x: Real) => mul(x, x), { maxIterations: 2 })(5)],
  ['plain-needs-function', () => plain(3 as never)],
])('An error says its code: %s.', (code, attempt) => {
  let error: unknown;
  try {
    attempt();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(DeltaTapeError);
  expect(error).toMatchObject({ name: 'DeltaTapeError', code });
});
