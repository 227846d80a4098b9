/**
 * Finds what a function captures: the parts of its text that depend on where the function was written. Babel's
 * analysis of scopes finds them. O(length of the text).
 */
import type { NodePath, Scope } from '@babel/core';
import { traverse, types as t } from '../../vendor/babel.js';
import { hasInnerVersion } from './inner-version.js';
import { parsedFunction, standingAlone, type Alone, type FunctionText } from './function-text.js';

/**
 * The facts that plain needs about a function before it makes the function anew. This is data, which
 * can be sent to a thread.
 */
export type Captures =
  | { readonly tag: 'native' }
  | { readonly tag: 'class' }
  | { readonly tag: 'translated' }
  /** Something of the place that is not a variable, for example `super`. */
  | { readonly tag: 'tied'; readonly what: string }
  | { readonly tag: 'assigning'; readonly variables: readonly string[] }
  | {
      readonly tag: 'function';
      /** The variables that the function uses and does not declare. */
      readonly free: readonly string[];
      /** The variables that every program has. */
      readonly standard: ReadonlySet<string>;
      /** All names in the text. */
      readonly names: ReadonlySet<string>;
    };

const { environmentVisitor } = traverse.visitors;

/** The first part that refers to the surroundings without being a variable; null if there is none. */
function tieOf({ node, file }: Alone): string | null {
  let found: string | null = null;
  const tie = (what: string) => () => {
    found ??= what;
  };
  const outside = environmentVisitor({
    Super: tie('super'),
    ...(node.type === 'ArrowFunctionExpression' && {
      ThisExpression: tie('this'),
      Identifier: (path: NodePath<t.Identifier>) => {
        if (path.node.name === 'arguments' && path.isReferencedIdentifier()) tie('arguments')();
      },
    }),
  });
  traverse(file, {
    Function: (path) => {
      if (path.node === node) path.traverse(outside);
    },
    PrivateName: (path) => {
      if (path.findParent((outer) => outer.isClass()) === null) tie(`#${path.node.id.name}`)();
    },
    MetaProperty: (path) => {
      if (path.node.meta.name === 'import') tie('import.meta')();
    },
    Identifier: (path) => {
      if (path.node.name !== 'eval' || !path.isReferencedIdentifier()) return;
      if (!path.scope.hasBinding('eval', { noGlobals: true }))
        tie('eval, which sees every variable,')();
    },
  });
  return found;
}

/** The variables that the text does not declare itself, and those of them that it assigns to. */
function variablesIn(file: t.File) {
  let free: string[] = [];
  let standard = new Set(['console']);
  const names = new Set<string>();
  const changed = new Set<string>();
  traverse(file, {
    Program: ({ scope }) => {
      free = Object.keys(scope.globals).filter((name) => name !== 'arguments');
      standard = new Set([...(scope.constructor as typeof Scope).globals, ...standard]);
    },
    Identifier: ({ node }) => {
      names.add(node.name);
    },
    'AssignmentExpression|UpdateExpression|ForXStatement': (path: NodePath) => {
      for (const name of Object.keys(t.getAssignmentIdentifiers(path.node))) {
        if (!path.scope.hasBinding(name, { noGlobals: true })) changed.add(name);
      }
    },
  });
  return { free, standard, names, changed: [...changed] };
}

/** Reads the captures of a function. */
export function capturesOf(written: FunctionText): Captures {
  const found = parsedFunction(written);
  if (found === null) return { tag: 'native' };
  const { node } = found;
  if (t.isClass(node)) return { tag: 'class' };
  if (hasInnerVersion(node)) return { tag: 'translated' };
  const alone = standingAlone({ ...found, node });
  const what = tieOf(alone);
  if (what !== null) return { tag: 'tied', what };
  const { changed, ...variables } = variablesIn(alone.file);
  return changed.length > 0
    ? { tag: 'assigning', variables: changed }
    : { tag: 'function', ...variables };
}
