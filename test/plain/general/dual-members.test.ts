/**
 * The members that translated code asks of a dual as of a number: every field that a class of duals has
 * must be among them.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { dualMembers } from '../../../src/plain/general/dual-members.js';

const root = join(__dirname, '../../../src');

type Classes = ReadonlyMap<string, ts.ClassDeclaration>;

const classesIn = (text: string): (readonly [string, ts.ClassDeclaration])[] =>
  ts
    .createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true)
    .statements.filter(ts.isClassDeclaration)
    .map((node) => [node.name!.text, node]);

/** It extends nothing, so that its constructor is inlined; a prototype makes it a dual. */
const DUAL_BY_PROTOTYPE = 'Handle';

function isDual(classes: Classes, node: ts.ClassDeclaration): boolean {
  if (node.name?.text === DUAL_BY_PROTOTYPE) return true;
  const clauses = node.heritageClauses ?? [];
  const extended = clauses.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  const name = extended?.types[0].expression.getText();
  if (name === undefined || name === 'Dual') return name === 'Dual';
  const above = classes.get(name);
  return above !== undefined && isDual(classes, above);
}

/** The fields of the classes of duals: declared ones, and parameters of constructors. */
function fieldsOf(classes: Classes): string[] {
  return [...classes.values()]
    .filter((node) => isDual(classes, node))
    .flatMap(({ members }) =>
      members.flatMap((member) => {
        if (ts.isPropertyDeclaration(member)) {
          return ts.isPrivateIdentifier(member.name) ? [] : [member.name.getText()];
        }
        if (!ts.isConstructorDeclaration(member)) return [];
        return member.parameters
          .filter((parameter) => ts.isParameterPropertyDeclaration(parameter, member))
          .map(({ name }) => name.getText());
      }),
    );
}

const ours: Classes = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => classesIn(readFileSync(join(root, path), 'utf8'))),
);

test('All fields of all duals are known to the translator.', () => {
  const duals = [...ours].filter(([, node]) => isDual(ours, node)).map(([name]) => name);
  expect(duals).toEqual(expect.arrayContaining(['Handle', 'TangentDual', 'MovingArray']));
  expect(fieldsOf(ours).filter((name) => !dualMembers.has(name))).toEqual([]);
});

test('The check finds declared fields, and those that are parameters, in classes of classes.', () => {
  const text = `class A extends Dual implements I { x = 1; #hidden = 2; constructor(readonly y: number, z: number) {} }
    class B extends A { w = 1; }
    class C extends Other { v = 1; }`;
  expect(fieldsOf(new Map(classesIn(text)))).toEqual(['x', 'y', 'w']);
});
