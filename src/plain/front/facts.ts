/**
 * One pass over a module. It finds the binding that each identifier means, every value that is assigned to a
 * binding, and everything that a function uses of its surroundings. O(size of the module).
 */
import type { Declaration, Declared } from './annotations.js';
import { eachDefinition, type Definition } from './variable-values.js';
import { CodeSizes } from './code-sizes.js';
import { fieldGiven } from './fields.js';
import { arraySources, type ArraySources } from './module-sources.js';
import { Surroundings, type Uses } from './surroundings.js';
import {
  isFunction,
  type Binding,
  type FunctionNode,
  type Node,
  type NodePath,
  type types,
} from './syntax.js';

export interface Facts {
  readonly program: types.Program;
  /** The binding of an identifier that is read or written; undefined means a global. */
  readonly bindings: ReadonlyMap<Node, Binding | undefined>;
  readonly definitions: ReadonlyMap<Binding, readonly Definition[]>;
  readonly uses: ReadonlyMap<FunctionNode, Uses>;
  readonly returns: ReadonlyMap<FunctionNode, readonly Node[]>;
  readonly declared: Declared;
  readonly classes: Classes;
  readonly names: ReadonlySet<string>;
  /** Variables that functions use which do not declare them. */
  readonly captured: ReadonlySet<Binding>;
  /** The function that declares a variable, or null. */
  readonly ownerOf: (binding: Binding) => FunctionNode | null;
  /**
   * True if the version of a function, or of a field of a class, is a copy of it with all that is
   * inside.
   */
  readonly isCopied: (part: Node) => boolean;
  /** Names of fields that may hold functions which are written elsewhere, perhaps of `Math`. */
  readonly fields: ReadonlySet<string>;
  /** The calls that function literals are arguments of. */
  readonly callbacks: ReadonlyMap<FunctionNode, types.CallExpression>;
  /** All functions and calls, in the order of the text. */
  readonly functions: readonly NodePath<FunctionNode>[];
  readonly classPaths: readonly NodePath<types.Class>[];
  readonly calls: readonly NodePath<types.CallExpression>[];
  /** The members of `this`. */
  readonly ownMembers: readonly NodePath<types.MemberExpression>[];
  /** The uses that the module makes of modules with functions of arrays. */
  readonly arrays: ArraySources;
  /** True if the module is nested so deeply that its translation has to be split (general/deep-code.ts). */
  readonly isDeep: boolean;
}

/** The types that a module declares, with its classes. */
export type Classes = ReadonlyMap<string, DeclaredType>;
type DeclaredType = Declaration | types.ClassDeclaration | null;

/** The depth to which the syntax of ordinary programs is nested. */
const ORDINARY = 150;

const typesOnly = [
  'TSTypeAnnotation',
  'TSTypeParameterInstantiation',
  'TSTypeParameterDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSDeclareFunction',
  'TSDeclareMethod',
];

export function collect(program: NodePath<types.Program>): Facts {
  const bindings = new Map<Node, Binding | undefined>();
  const definitions = new Map<Binding, Definition[]>();
  const returns = new Map<FunctionNode, Node[]>();
  const declared = new Map<string, Declaration | null>();
  const classes = new Map<string, types.ClassDeclaration | null>();
  const names = new Set<string>();
  const fields = new Set<string>();
  const callbacks = new Map<FunctionNode, types.CallExpression>();
  const functions: NodePath<FunctionNode>[] = [];
  const classPaths: NodePath<types.Class>[] = [];
  const calls: NodePath<types.CallExpression>[] = [];
  const ownMembers: NodePath<types.MemberExpression>[] = [];
  const around = new Surroundings();
  const sizes = new CodeSizes();
  let depth = 0;
  let deepest = 0;

  const declare = (name: string, node: Declaration) =>
    declared.set(name, declared.has(name) ? null : node);

  const define = (path: NodePath, name: string, definition: Definition) => {
    const binding = path.scope.getBinding(name);
    if (binding === undefined) return;
    const known = definitions.get(binding);
    if (known === undefined) definitions.set(binding, [definition]);
    else known.push(definition);
  };

  const definePattern = (path: NodePath, pattern: Node, arriving: Definition) =>
    eachDefinition(pattern, [arriving], (name, definition) => define(path, name, definition));

  program.traverse({
    enter(path) {
      const { node } = path;
      if (typesOnly.includes(node.type)) {
        if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') {
          declare(node.id.name, node);
        } else if (node.type === 'TSTypeParameterDeclaration') {
          for (const { name } of node.params)
            declared.set(typeof name === 'string' ? name : name.name, null);
        }
        path.skip();
        return;
      }
      depth++;
      deepest = Math.max(deepest, depth);
      if (isPart(node)) sizes.enter(node);
      sizes.count();
      const field = fieldGiven(node, path.parent);
      if (field !== undefined) fields.add(field);
      if (isParameter(path)) around.atParams(true);
      if (path.isClass()) classPaths.push(path);
      if (isFunction(node)) enterFunction(path as NodePath<FunctionNode>, node);
      switch (node.type) {
        case 'TSEnumDeclaration':
          declare(node.id.name, node);
          break;
        case 'FunctionDeclaration':
          if (node.id != null) declare(`typeof ${node.id.name}`, node);
          break;
        case 'Identifier':
          identifier(path as NodePath<types.Identifier>, node);
          break;
        case 'ThisExpression':
          around.note('receiver');
          break;
        case 'Super':
        case 'PrivateName':
        case 'MetaProperty':
          around.note('place');
          break;
        case 'MemberExpression':
          if (node.object.type === 'ThisExpression')
            ownMembers.push(path as NodePath<types.MemberExpression>);
          break;
        case 'CallExpression':
          calls.push(path as NodePath<types.CallExpression>);
          if (node.callee.type === 'Identifier' && node.callee.name === 'eval') around.note('eval');
          for (const argument of node.arguments)
            // By a name of its own a function can be called with anything.
            if (isFunction(argument) && !('id' in argument && argument.id != null))
              callbacks.set(argument, node);
          break;
        case 'WithStatement':
          around.note('eval');
          break;
        case 'ReturnStatement':
          if (node.argument != null && around.innermost !== undefined)
            returns.get(around.innermost)!.push(node.argument);
          break;
        case 'ClassDeclaration':
          if (node.id != null) classes.set(node.id.name, classes.has(node.id.name) ? null : node);
          break;
        case 'VariableDeclarator':
          declarator(path, node);
          break;
        case 'AssignmentExpression':
          assignment(path, node);
          break;
        case 'UpdateExpression':
          if (node.argument.type === 'Identifier')
            define(path, node.argument.name, { by: 'result', of: node });
          break;
        case 'ForOfStatement':
        case 'ForInStatement':
          loop(path, node);
          break;
        case 'CatchClause':
          if (node.param != null) definePattern(path, node.param, { by: 'unknown' });
          break;
        default:
          break;
      }
    },
    exit(path) {
      depth--;
      if (isFunction(path.node)) around.exit();
      if (isParameter(path)) around.atParams(false);
      if (isPart(path.node)) sizes.exit();
    },
  });

  function enterFunction(path: NodePath<FunctionNode>, node: FunctionNode) {
    functions.push(path);
    around.enter(node, path.scope);
    returns.set(node, node.body.type === 'BlockStatement' ? [] : [node.body]);
    node.params.forEach((param, index) =>
      definePattern(path, param, { by: 'parameter', of: node, index }),
    );
  }

  function identifier(path: NodePath<types.Identifier>, node: types.Identifier) {
    names.add(node.name);
    const { parent, key } = path;
    const isKey =
      ((parent.type === 'MemberExpression' || parent.type === 'OptionalMemberExpression') &&
        key === 'property' &&
        !parent.computed) ||
      ((parent.type === 'ObjectProperty' ||
        parent.type === 'ObjectMethod' ||
        parent.type === 'ClassMethod' ||
        parent.type === 'ClassProperty') &&
        key === 'key' &&
        !parent.computed &&
        !(parent.type === 'ObjectProperty' && parent.shorthand)) ||
      parent.type === 'LabeledStatement' ||
      parent.type === 'BreakStatement' ||
      parent.type === 'ContinueStatement' ||
      parent.type === 'MetaProperty' ||
      parent.type === 'ImportSpecifier' ||
      parent.type === 'ExportSpecifier';
    if (isKey) return;
    const binding = outermost(path.scope.getBinding(node.name), node.name);
    bindings.set(node, binding);
    if (binding !== undefined) around.noteVariable(binding);
    else if (node.name === 'arguments') around.note('arguments');
  }

  function declarator(path: NodePath, node: types.VariableDeclarator) {
    if (node.id.type === 'Identifier') declare(`typeof ${node.id.name}`, node);
    const { parent } = path;
    const isLoop = path.parentPath?.parent;
    if (node.init == null) {
      const iterated = isLoop?.type === 'ForOfStatement' || isLoop?.type === 'ForInStatement';
      if (!iterated && parent.type === 'VariableDeclaration' && node.id.type === 'Identifier') {
        define(path, node.id.name, parent.declare ? { by: 'unknown' } : { by: 'nothing' });
      }
      return;
    }
    definePattern(path, node.id, { by: 'value', of: node.init });
  }

  function assignment(path: NodePath, node: types.AssignmentExpression) {
    if (node.operator !== '=') {
      if (node.left.type === 'Identifier') define(path, node.left.name, { by: 'result', of: node });
      return;
    }
    definePattern(path, node.left, { by: 'value', of: node.right });
  }

  function loop(path: NodePath, node: types.ForOfStatement | types.ForInStatement) {
    const pattern =
      node.left.type === 'VariableDeclaration' ? node.left.declarations[0].id : node.left;
    // The variables of the loop live in its own scope.
    const inside = path.get('body') as NodePath;
    const isList = node.type === 'ForOfStatement';
    definePattern(inside, pattern, isList ? { by: 'element', of: node.right } : { by: 'key' });
  }

  return {
    program: program.node,
    bindings,
    definitions,
    uses: around.uses,
    returns,
    declared,
    classes: new Map<string, DeclaredType>([...classes, ...declared]),
    names,
    fields,
    captured: around.captured,
    ownerOf: around.ownerOf,
    isCopied: sizes.isCopied,
    callbacks,
    functions,
    classPaths,
    calls,
    ownMembers,
    arrays: arraySources(bindings.values()),
    isDeep: deepest > ORDINARY,
  };
}

/** True if the kind of a variable also depends on functions other than the one that declares it. */
export const isKnownElsewhere = ({ captured, definitions }: Facts, binding: Binding): boolean =>
  captured.has(binding) || definitions.get(binding)!.some(({ by }) => by === 'parameter');

/** A declared class is bound outside and once more inside; both mean the same. */
function outermost(binding: Binding | undefined, name: string): Binding | undefined {
  const inner = binding?.path.type === 'ClassDeclaration' && binding.scope.path === binding.path;
  return inner ? binding.scope.parent?.getBinding(name) : binding;
}

const isPart = (node: Node): boolean =>
  isFunction(node) || node.type === 'ClassProperty' || node.type === 'ClassPrivateProperty';

/** True if a path is that of a parameter of a function. */
const isParameter = ({ listKey, parent }: NodePath): boolean =>
  listKey === 'params' && isFunction(parent);
