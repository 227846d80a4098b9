/** The surroundings of a place of the syntax, as far as desugaring needs them. */
import type { Node, types as t } from '../front/syntax.js';
import type { Core, Fn } from './core.js';

/** The forms of the syntax that contain each other. */
export interface Forms {
  readonly expression: (node: Node, around: Around) => Core;
  readonly statements: (nodes: readonly t.Statement[], around: Around) => Core;
  readonly fn: (node: FunctionLike, around: Around, name: string) => Fn;
  readonly classOf: (node: t.Class, around: Around, name: string) => Core;
}

export type FunctionLike =
  | t.FunctionDeclaration
  | t.FunctionExpression
  | t.ArrowFunctionExpression
  | t.ObjectMethod
  | t.ClassMethod
  | t.ClassPrivateMethod;

/** The names of a scope, and of those around it. */
export interface Names {
  readonly constants: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
  readonly outer: Names | null;
}

export interface Around {
  readonly forms: Forms;
  readonly names: Names | null;
  /** The labels that `break` and `continue` without a label mean. */
  readonly breaks: string | null;
  readonly continues: string | null;
  /** The last of several labels of one statement, which is that of the core. */
  readonly labels: ReadonlyMap<string, string>;
  /** Names that stand for others in the head of a loop whose steps have variables of their own. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly f: State;
  readonly isStrict: boolean;
  /** The names of the core for private names: those of each class are its own. */
  readonly privates: ReadonlyMap<string, string>;
}

/** The facts about a function that are found while it is read. */
export interface State {
  hasArguments: boolean;
  readonly isArrow: boolean;
  readonly outer: State | null;
  readonly temporaries: { next: number };
}

export const privateName = ({ privates }: Around, name: string): string =>
  privates.get(name) ?? `#${name}`;

export const temporary = ({ f }: Around): string => `%${f.temporaries.next++}`;

export const inScope = (
  around: Around,
  constants: Iterable<string>,
  others: Iterable<string>,
): Around => ({
  ...around,
  names: { constants: new Set(constants), others: new Set(others), outer: around.names },
});

/** True if a name is a constant; null where no known scope declares it. */
export function isConstant({ names }: Around, name: string): boolean | null {
  for (let at = names; at !== null; at = at.outer) {
    if (at.constants.has(name)) return true;
    if (at.others.has(name)) return false;
  }
  return null;
}

export const lineOf = (node: Node): number => node.loc?.start.line ?? 0;
export const refused = (why: string, node: Node): Core => ({
  tag: 'refused',
  why,
  line: lineOf(node),
});
