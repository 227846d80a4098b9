/**
 * The rule that an exact 0 wins stands in delta/exact-zero.ts. Other places that look at a partial, a tangent or a
 * cotangent of 0 say why in a comment.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { product, realProduct, realSum } from '../../src/delta/exact-zero.js';

const root = join(__dirname, '../../src');
const floors = ['core', 'delta', 'monad', 'tape', 'derivatives', 'solve'];
const home = 'delta/exact-zero.ts';

/** The names of possible factors of a derivative. */
const factor = /partial|cotangent|tangent|coefficient|factor|\bscale$|^[cstpq]\d?$/i;

const isZero = (node: ts.Node): boolean => ts.isNumericLiteral(node) && node.text === '0';

function asksForZero(node: ts.Node): node is ts.BinaryExpression {
  if (!ts.isBinaryExpression(node) || !isZero(node.right)) return false;
  const { kind } = node.operatorToken;
  return (
    (kind === ts.SyntaxKind.EqualsEqualsEqualsToken ||
      kind === ts.SyntaxKind.ExclamationEqualsEqualsToken) &&
    factor.test(node.left.getText()) &&
    !/\.(length|size|partials)$| - /.test(node.left.getText())
  );
}

/** True if a comment before the node, or before the code around it, names the rule. */
function isExplained(node: ts.Node, text: string): boolean {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    const comments = ts.getLeadingCommentRanges(text, at.getFullStart()) ?? [];
    if (comments.some(({ pos, end }) => /exact 0/i.test(text.slice(pos, end)))) return true;
  }
  return false;
}

/** The lines that ask for a 0 and do not say why. */
function unexplained(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (asksForZero(node) && !isExplained(node, text)) found.push(`${path}: ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('Places that look for an exact 0 are where the rule is, or say why they do.', () => {
  const files = floors.flatMap((floor) =>
    readdirSync(join(root, floor), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(floor, path).replaceAll('\\', '/')),
  );
  const found = files
    .filter((path) => path !== home)
    .flatMap((path) => unexplained(path, readFileSync(join(root, path), 'utf8')));
  expect(found).toEqual([]);
});

test('The check objects to a place without a comment, and accepts one with.', () => {
  const line = 'const y = partial === 0 ? 0 : partial * x;';
  expect(unexplained('a.ts', `const z = 1;\n${line}`)).toEqual(['a.ts: partial === 0']);
  expect(unexplained('a.ts', `const z = 1;\n// An exact 0 wins.\n${line}`)).toEqual([]);
});

describe('An exact 0', () => {
  test.each([Infinity, -Infinity, NaN, 3])('wins against %p.', (x) => {
    for (const of of [product, realProduct]) {
      expect(of(0, x)).toBe(0);
      expect(of(x, 0)).toBe(0);
    }
    expect(realSum(0, x)).toBe(x);
    expect(realSum(x, 0)).toBe(x);
  });

  test('is nothing to what is not 0.', () => {
    expect(product(2, 3)).toBe(6);
    expect(realProduct(2, 3)).toBe(6);
    expect(realSum(2, 3)).toBe(5);
  });
});
