/** The statements by which a translated module gets the functions of the runtime. */
import { runtimeModule } from './already-translated.js';
import type { types, Types } from './front/syntax.js';
import type { AddedNames } from './general/added-names.js';
import { version } from '../errors/version.js';

export const byKind = (program: types.Program): 'import' | 'require' =>
  program.sourceType === 'module' ? 'import' : 'require';

export function access(
  t: Types,
  names: AddedNames,
  used: readonly string[],
  how: 'import' | 'require',
): types.Statement {
  const source = t.stringLiteral(runtimeModule);
  if (how === 'import') {
    const specifiers = used.map((name) =>
      t.importSpecifier(t.identifier(names.localOf(name)), t.identifier(name)),
    );
    return t.importDeclaration(specifiers, source);
  }
  const properties = used.map((name) =>
    t.objectProperty(t.identifier(name), t.identifier(names.localOf(name))),
  );
  const required = t.callExpression(t.identifier('require'), [source]);
  return t.variableDeclaration('const', [
    t.variableDeclarator(t.objectPattern(properties), required),
  ]);
}

/** Has versions of the functions of numpy-ts. */
const derivativesOfArrays = 'delta-tape/numpy';

/** Loads that module for what it does. */
export const loading = (t: Types, how: 'import' | 'require'): types.Statement =>
  how === 'import'
    ? t.importDeclaration([], t.stringLiteral(derivativesOfArrays))
    : t.expressionStatement(
        t.callExpression(t.identifier('require'), [t.stringLiteral(derivativesOfArrays)]),
      );

/** The statement with which a module says, when it is loaded, which version translated it. */
export const stamp = (t: Types, names: AddedNames): types.Statement =>
  t.expressionStatement(
    t.callExpression(t.identifier(names.localOf('translatedBy')), [t.stringLiteral(version)]),
  );
