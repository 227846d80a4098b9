/**
 * One pass over a module: which binding each identifier means, everything that is ever assigned to
 * each binding, and what each function uses of its surroundings. O(size of the module).
 */
import type { Declared } from './annotations.js';
import { bound, type Definition, type From } from './patterns.js';
import {
  isFunction,
  type Binding,
  type FunctionNode,
  type Node,
  type NodePath,
  type types,
} from './syntax.js';

/** What a function uses that ties it to its place. */
export interface Uses {
  receiver: boolean;
  arguments: boolean;
  /** `super`, a private name, `new.target` or direct `eval`. */
  place: boolean;
  eval: boolean;
  /** Bindings used in the function and not declared there. */
  readonly free: Set<Binding>;
}

export interface Facts {
  readonly program: types.Program;
  /** The binding of an identifier that is read or written; undefined means a global. */
  readonly bindings: ReadonlyMap<Node, Binding | undefined>;
  readonly definitions: ReadonlyMap<Binding, readonly Definition[]>;
  readonly uses: ReadonlyMap<FunctionNode, Uses>;
  readonly returns: ReadonlyMap<FunctionNode, readonly Node[]>;
  readonly declared: Declared;
  readonly names: ReadonlySet<string>;
  /** Variables that functions use which do not declare them. */
  readonly captured: ReadonlySet<Binding>;
  /** The calls that function literals are arguments of. */
  readonly callbacks: ReadonlyMap<FunctionNode, types.CallExpression>;
}

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
  const uses = new Map<FunctionNode, Uses>();
  const returns = new Map<FunctionNode, Node[]>();
  const declared = new Map<
    string,
    types.TSInterfaceDeclaration | types.TSTypeAliasDeclaration | null
  >();
  const names = new Set<string>();
  const callbacks = new Map<FunctionNode, types.CallExpression>();
  /** The functions around the current place, innermost last. */
  const around: NodePath<FunctionNode>[] = [];

  const define = (path: NodePath, name: string, definition: Definition) => {
    const binding = path.scope.getBinding(name);
    if (binding === undefined) return;
    const known = definitions.get(binding);
    if (known === undefined) definitions.set(binding, [definition]);
    else known.push(definition);
  };

  const definePattern = (path: NodePath, pattern: Node, from: From) => {
    for (const [name, definition] of bound(pattern, from)) define(path, name, definition);
  };

  const innermost = () => around[around.length - 1];
  const usesOf = (path: NodePath<FunctionNode>) => uses.get(path.node)!;
  /** Tells all functions around that share a receiver with the innermost, arrow functions being transparent. */
  const tellReceiver = (what: 'receiver' | 'arguments') => {
    for (let k = around.length - 1; k >= 0; k--) {
      usesOf(around[k])[what] = true;
      if (around[k].node.type !== 'ArrowFunctionExpression') return;
    }
  };
  const tellAll = (what: 'place' | 'eval') => around.forEach((path) => (usesOf(path)[what] = true));

  program.traverse({
    enter(path) {
      const { node } = path;
      if (typesOnly.includes(node.type)) {
        if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') {
          const { name } = node.id;
          declared.set(name, declared.has(name) ? null : node);
        } else if (node.type === 'TSTypeParameterDeclaration') {
          for (const { name } of node.params)
            declared.set(typeof name === 'string' ? name : name.name, null);
        }
        path.skip();
        return;
      }
      if (isFunction(node)) enterFunction(path as NodePath<FunctionNode>, node);
      switch (node.type) {
        case 'Identifier':
          identifier(path as NodePath<types.Identifier>, node);
          break;
        case 'ThisExpression':
          tellReceiver('receiver');
          break;
        case 'Super':
        case 'PrivateName':
        case 'MetaProperty':
          tellAll('place');
          break;
        case 'CallExpression':
          if (node.callee.type === 'Identifier' && node.callee.name === 'eval') tellAll('eval');
          for (const argument of node.arguments)
            // By a name of its own a function can be called with anything.
            if (isFunction(argument) && !('id' in argument && argument.id != null))
              callbacks.set(argument, node);
          break;
        case 'WithStatement':
          tellAll('eval');
          break;
        case 'ReturnStatement':
          if (node.argument != null && around.length > 0)
            returns.get(innermost().node)!.push(node.argument);
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
          if (node.param != null) definePattern(path, node.param, () => ({ by: 'unknown' }));
          break;
        default:
          break;
      }
    },
    exit(path) {
      if (isFunction(path.node)) around.pop();
    },
  });

  function enterFunction(path: NodePath<FunctionNode>, node: FunctionNode) {
    uses.set(node, {
      receiver: false,
      arguments: false,
      place: false,
      eval: false,
      free: new Set(),
    });
    returns.set(node, node.body.type === 'BlockStatement' ? [] : [node.body]);
    around.push(path);
    node.params.forEach((param, index) => {
      definePattern(path, param, (steps) =>
        steps.length > 0 ? { by: 'unknown' } : { by: 'parameter', of: node, index },
      );
    });
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
    if (node.name === 'arguments' && binding === undefined) tellReceiver('arguments');
    if (binding === undefined) return;
    for (let k = around.length - 1; k >= 0; k--) {
      if (isWithin(binding.scope, around[k])) return;
      usesOf(around[k]).free.add(binding);
    }
  }

  function declarator(path: NodePath, node: types.VariableDeclarator) {
    const { parent } = path;
    const isLoop = path.parentPath?.parent;
    if (node.init == null) {
      const iterated = isLoop?.type === 'ForOfStatement' || isLoop?.type === 'ForInStatement';
      if (!iterated && parent.type === 'VariableDeclaration' && node.id.type === 'Identifier') {
        define(path, node.id.name, parent.declare ? { by: 'unknown' } : { by: 'nothing' });
      }
      return;
    }
    const { init } = node;
    definePattern(path, node.id, (steps) => ({ by: 'value', of: init, path: steps }));
  }

  function assignment(path: NodePath, node: types.AssignmentExpression) {
    if (node.operator !== '=') {
      if (node.left.type === 'Identifier') define(path, node.left.name, { by: 'result', of: node });
      return;
    }
    definePattern(path, node.left, (steps) => ({ by: 'value', of: node.right, path: steps }));
  }

  function loop(path: NodePath, node: types.ForOfStatement | types.ForInStatement) {
    const pattern =
      node.left.type === 'VariableDeclaration' ? node.left.declarations[0].id : node.left;
    // The variables of the loop live in its own scope.
    const inside = path.get('body') as NodePath;
    definePattern(inside, pattern, (steps) =>
      node.type === 'ForOfStatement'
        ? { by: 'element', of: node.right, path: steps }
        : { by: 'key' },
    );
  }

  return {
    program: program.node,
    bindings,
    definitions,
    uses,
    returns,
    declared,
    names,
    captured: new Set([...uses.values()].flatMap(({ free }) => [...free])),
    callbacks,
  };
}

/** Whether what a variable may be depends on other functions than that which declares it. */
export const isKnownElsewhere = ({ captured, definitions }: Facts, binding: Binding): boolean =>
  captured.has(binding) || definitions.get(binding)!.some(({ by }) => by === 'parameter');

/** A declared class is bound outside and once more inside; both mean the same. */
function outermost(binding: Binding | undefined, name: string): Binding | undefined {
  const inner = binding?.path.type === 'ClassDeclaration' && binding.scope.path === binding.path;
  return inner ? binding.scope.parent?.getBinding(name) : binding;
}

/** Whether a scope is that of a function or inside it. The name of a function expression is outside. */
function isWithin(scope: Binding['scope'], path: NodePath<FunctionNode>): boolean {
  for (let inner: Binding['scope'] | undefined = scope; inner !== undefined; inner = inner.parent) {
    if (inner === path.scope) return true;
  }
  return false;
}
