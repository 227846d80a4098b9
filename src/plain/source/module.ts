/** A module by its text, and a function in it by name. */
import { parseSync, traverse } from '../../vendor/babel.js';
import { collect, type Facts } from '../front/facts.js';
import {
  bare,
  isFunction,
  type Expression,
  type FunctionNode,
  type NodePath,
  type types,
} from '../front/syntax.js';
import { TablePartials } from '../front/table-partials.js';
import { partialsOf } from '../lower/partials-as-code.js';
import { noSuchFunction } from './errors.js';

const alone = { configFile: false, babelrc: false } as const;

export interface NamedFunction {
  readonly name: string;
  readonly node: FunctionNode;
  readonly facts: Facts;
}

function programOf(text: string, filename: string): NodePath<types.Program> {
  const plugins: ('typescript' | 'jsx' | 'decorators-legacy')[] = [
    'typescript',
    'decorators-legacy',
  ];
  if (/\.[jt]sx$/.test(filename)) plugins.push('jsx');
  const file = parseSync(text, {
    ...alone,
    filename,
    sourceType: 'unambiguous',
    parserOpts: { plugins },
  })!;
  let found: NodePath<types.Program> | undefined;
  traverse(file, {
    Program(path) {
      found = path;
      path.stop();
    },
  });
  return found!;
}

/** The function that the top level of a module calls by a name, or exports by it. */
function functionIn(program: NodePath<types.Program>, name: string): FunctionNode | undefined {
  const isDefault = name === 'default';
  for (const statement of program.node.body) {
    if (isDefault && statement.type === 'ExportDefaultDeclaration') {
      const { declaration } = statement;
      if (declaration.type === 'Identifier') return functionIn(program, declaration.name);
      if (isFunction(declaration)) return declaration;
    }
    if (statement.type !== 'ExportNamedDeclaration' || statement.source != null) continue;
    for (const specifier of statement.specifiers)
      if (specifier.type === 'ExportSpecifier' && nameOf(specifier.exported) === name)
        return functionIn(program, nameOf(specifier.local));
  }
  const declared = program.scope.getBinding(name)?.path.node;
  if (isFunction(declared)) return declared;
  if (declared?.type !== 'VariableDeclarator' || declared.init == null) return undefined;
  const init = bare(declared.init);
  return isFunction(init) ? init : undefined;
}

const nameOf = (node: types.Identifier | types.StringLiteral): string =>
  'value' in node ? node.value : node.name;

/** The names of the functions at the top of a module. */
const functionNames = (program: NodePath<types.Program>): string[] =>
  Object.keys(program.scope.bindings).filter((name) => functionIn(program, name) !== undefined);

/** @param given the name; without it there must be one function at the top */
export function functionByName(text: string, filename: string, given?: string): NamedFunction {
  const program = programOf(text, filename);
  const names = functionNames(program);
  const name = given ?? (names.length === 1 ? names[0] : undefined);
  const node = name === undefined ? undefined : functionIn(program, name);
  if (node === undefined || name === undefined) throw noSuchFunction(given, names);
  return { name: name === 'default' ? ownName(node) : name, node, facts: collect(program) };
}

const ownName = (node: FunctionNode): string =>
  'id' in node && node.id != null ? node.id.name : 'f';

const expression = (text: string): Expression => {
  const [statement] = parseSync(text, { ...alone })!.program.body;
  return (statement as types.ExpressionStatement).expression;
};

/** The partials of the table of primitives. */
export const tablePartials = () => partialsOf(new TablePartials(expression));
