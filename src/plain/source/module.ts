/** A module by its text, and a function in it by name. */
import { parseSync, traverse } from '../../vendor/babel.js';
import { collect, type Facts } from '../front/facts.js';
import {
  bare,
  isFunction,
  nameOfKey,
  type Expression,
  type FunctionNode,
  type Node,
  type NodePath,
  type types,
} from '../front/syntax.js';
import type { Babel } from '../joined/read-modules.js';
import { TablePartials } from '../front/table-partials.js';
import { partialsOf } from '../lower/derivatives/partials-as-code.js';
import { noSuchFunction } from './errors.js';

const alone = { configFile: false, babelrc: false } as const;

export interface NamedFunction {
  readonly name: string;
  readonly node: FunctionNode;
  readonly module: Module;
}

function parsed(text: string, filename: string): types.File {
  const plugins: ('typescript' | 'jsx' | 'decorators-legacy')[] = [
    'typescript',
    'decorators-legacy',
  ];
  if (/\.[jt]sx$/.test(filename)) plugins.push('jsx');
  return parseSync(text, {
    ...alone,
    filename,
    sourceType: 'unambiguous',
    parserOpts: { plugins },
  })!;
}

/** The functions that read the modules around a module. */
export const babel: Babel = { parse: parsed, traverse };

function programOf(text: string, filename: string): NodePath<types.Program> {
  const file = parsed(text, filename);
  let found: NodePath<types.Program> | undefined;
  traverse(file, {
    Program(path) {
      found = path;
      path.stop();
    },
  });
  return found!;
}

/** A module that was read. */
export interface Module {
  readonly filename: string;
  readonly program: NodePath<types.Program>;
  readonly facts: Facts;
}

export function moduleOf(text: string, filename: string): Module {
  const program = programOf(text, filename);
  return { filename, program, facts: collect(program) };
}

/** The export of a module by a name: its own name for it, or an export of another module. */
type Exported =
  | { readonly tag: 'own'; readonly name: string }
  | { readonly tag: 'other'; readonly source: string; readonly name: string };

/** Where exports of a name may be, the likeliest first. */
export function exportedAs({ program }: Module, name: string): Exported[] {
  const found: Exported[] = [];
  for (const statement of program.node.body) {
    if (statement.type === 'ExportAllDeclaration' && name !== 'default')
      found.push({ tag: 'other', source: statement.source.value, name });
    if (statement.type !== 'ExportNamedDeclaration') continue;
    for (const specifier of statement.specifiers)
      if (specifier.type === 'ExportSpecifier' && nameOf(specifier.exported) === name) {
        const local = nameOf(specifier.local);
        const { source } = statement;
        return source == null
          ? [{ tag: 'own', name: local }]
          : [{ tag: 'other', source: source.value, name: local }];
      }
  }
  return [{ tag: 'own', name }, ...found];
}

/** The function that the top level of a module calls by a name, or exports by it; a member's name has dots. */
export function functionIn(
  program: NodePath<types.Program>,
  name: string,
): FunctionNode | undefined {
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
  const [first, ...members] = name.split('.');
  const declared = program.scope.getBinding(first)?.path.node;
  const whole =
    declared?.type === 'VariableDeclarator' ? bare(declared.init ?? declared) : declared;
  const found = members.reduce<Node | undefined>(memberOf, whole);
  return isFunction(found) ? found : undefined;
}

/** The member that an object literal has by a name, or a class itself. */
function memberOf(of: Node | undefined, name: string): Node | undefined {
  if (of?.type === 'ObjectExpression') {
    const property = of.properties.find(
      (one) => one.type !== 'SpreadElement' && nameOfKey(one.key, one.computed) === name,
    );
    return property?.type === 'ObjectProperty' ? bare(property.value) : property;
  }
  if (of?.type !== 'ClassDeclaration' && of?.type !== 'ClassExpression') return undefined;
  return of.body.body.find(
    (one) => one.type === 'ClassMethod' && one.static && nameOfKey(one.key, one.computed) === name,
  );
}

const nameOf = (node: types.Identifier | types.StringLiteral): string =>
  'value' in node ? node.value : node.name;

/** The names of the functions at the top of a module. */
const functionNames = (program: NodePath<types.Program>): string[] =>
  Object.keys(program.scope.bindings).filter((name) => functionIn(program, name) !== undefined);

/** @param given the name; without it there must be one function at the top */
export function functionByName(module: Module, given?: string): NamedFunction {
  const { program } = module;
  const names = functionNames(program);
  const name = given ?? (names.length === 1 ? names[0] : undefined);
  const node = name === undefined ? undefined : functionIn(program, name);
  if (node === undefined || name === undefined) throw noSuchFunction(given, names);
  return { name: name === 'default' ? ownName(node) : shortName(name), node, module };
}

/** `loss` for `Model.loss`. */
const shortName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const ownName = (node: FunctionNode): string =>
  'id' in node && node.id != null ? node.id.name : 'f';

const expression = (text: string): Expression => {
  const [statement] = parseSync(text, { ...alone })!.program.body;
  return (statement as types.ExpressionStatement).expression;
};

/** The partials of the table of primitives. */
export const tablePartials = () => partialsOf(new TablePartials(expression));
