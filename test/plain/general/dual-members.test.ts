/** What translated code asks of a dual as of a number: every field that a class of duals has must be among it. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { dualMembers } from '../../../src/plain/general/dual-members.js';

const root = join(__dirname, '../../../src');

/** The fields of the classes of duals in a source: declared ones, and parameters of constructors. */
function fieldsIn(text: string): string[] {
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  const isDual = (node: ts.ClassDeclaration) =>
    node.heritageClauses?.some(({ types }) => types[0].expression.getText() === 'Dual') === true;
  return file.statements
    .filter(ts.isClassDeclaration)
    .filter(isDual)
    .flatMap(({ members }) =>
      members.flatMap((member) => {
        if (ts.isPropertyDeclaration(member)) return [member.name.getText()];
        if (!ts.isConstructorDeclaration(member)) return [];
        return member.parameters
          .filter((parameter) => ts.isParameterPropertyDeclaration(parameter, member))
          .map(({ name }) => name.getText());
      }),
    );
}

const fields = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .flatMap((path) => fieldsIn(readFileSync(join(root, path), 'utf8')));

test('All fields of all duals are known to the translator.', () => {
  expect(new Set(fields).size).toBeGreaterThan(8);
  expect(fields.filter((name) => !dualMembers.has(name))).toEqual([]);
});

test('The check finds declared fields, and those that are parameters.', () => {
  const text = 'class A extends Dual { x = 1; constructor(readonly y: number, z: number) {} }';
  expect(fieldsIn(text)).toEqual(['x', 'y']);
});
