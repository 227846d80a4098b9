/**
 * The common base of the translation of expressions, calls and statements: the kinds of values, the
 * names that the text imports, and the variables of the module that it mentions.
 */
import { types as t } from '../../vendor/babel.js';
import { isNative, isNumeric, type Kind } from '../front/kinds.js';
import type { Inference } from '../front/inference.js';
import type { Binding, Expression, FunctionNode, Node } from '../front/syntax.js';
import { Outside } from './errors.js';

/** A part of the library that the text imports. */
type Import = 'Do' | 'M' | 'MReal' | 'pure' | 'build' | 'foldM' | 'traverse' | 'primalOf' | Compare;
export type Compare = 'lt' | 'le' | 'gt' | 'ge' | 'eq';
const ofMonad: readonly string[] = [
  ...['Do', 'M', 'MReal', 'build', 'foldM', 'operators', 'pure', 'traverse'],
];
const typesOnly = ['M', 'MReal'];

export abstract class Translator {
  /** The variables of the module that were mentioned. */
  readonly mentioned = new Set<Binding>();
  readonly mentionedTypes = new Set<string>();
  private readonly imported = new Map<string, string>();
  private readonly operators = new Map<string, string>();

  constructor(readonly inference: Inference) {}

  abstract of(node: Node): Expression;
  /** A condition. */
  abstract test(node: Node): Expression;
  /** A λ. */
  abstract lambda(node: FunctionNode): FunctionNode;

  kind = (node: Node): Kind => this.inference.of(node);
  /** True if a value is not a real: native operators stay. */
  isPlain = (node: Node): boolean => isNative(this.kind(node));
  isNumber = (node: Node): boolean => isNumeric(this.kind(node));

  private fresh(name: string): string {
    let own = name;
    while (this.inference.facts.names.has(own)) own += 'M';
    return own;
  }

  /** The library's export of this name, under the name that it has in the text. */
  library(name: Import): t.Identifier {
    const own = this.imported.get(name) ?? this.fresh(name);
    this.imported.set(name, own);
    return t.identifier(own);
  }

  operator(name: string): t.Identifier {
    const own = this.operators.get(name) ?? this.fresh(name);
    this.operators.set(name, own);
    return t.identifier(own);
  }

  /** `x ← m`. */
  run = (m: Expression): t.YieldExpression => t.yieldExpression(m, true);

  /** An operator of the monad at work. */
  apply = (name: string, args: Expression[]): Expression =>
    this.run(t.callExpression(this.operator(name), args));

  /** An element or an argument, which may be spread. */
  item = (node: Node): Expression | t.SpreadElement =>
    node.type === 'SpreadElement' ? t.spreadElement(this.of(node.argument)) : this.of(node);

  /** A number where JavaScript takes nothing else: a length, a position, an operand of `|`. */
  number = (node: Node): Expression =>
    this.isPlain(node)
      ? this.of(node)
      : t.callExpression(this.library('primalOf'), [this.of(node)]);

  /** A value that may be a text as well: a key, a part of a text, a condition. */
  primal = (node: Node): Expression =>
    this.kind(node).tag === 'real' ? this.number(node) : this.of(node);

  refuse(node: Node, what: string, instead: string): never {
    throw new Outside(node, what, instead);
  }

  /** The imports of the text. */
  head(): string {
    const rows = [...this.operators].map(([name, own]) => renamed(name, own, ': '));
    const table = this.fresh('operators');
    const all = new Map([
      ...this.imported,
      ...(rows.length > 0 ? [['operators', table] as const] : []),
    ]);
    const imports = (module: string, isThere: (name: string) => boolean): string[] => {
      const names = [...all]
        .filter(([name]) => isThere(name))
        .map(([name, own]) => {
          const word = typesOnly.includes(name) ? 'type ' : '';
          return word + renamed(name, own, ' as ');
        });
      return names.length === 0 ? [] : [`import { ${sorted(names).join(', ')} } from '${module}';`];
    };
    return [
      ...imports('delta-tape', (name) => !ofMonad.includes(name)),
      ...imports('delta-tape/monad', (name) => ofMonad.includes(name)),
      ...(rows.length === 0 ? [] : ['', `const { ${sorted(rows).join(', ')} } = ${table};`]),
    ].join('\n');
  }
}

const renamed = (name: string, own: string, mark: string): string =>
  own === name ? name : name + mark + own;

/** Values before types. */
const sorted = (names: readonly string[]): string[] =>
  [...names].sort((a, b) => {
    const [x, y] = [a, b].map((one) => Number(one.startsWith('type ')));
    return x - y || a.toLowerCase().localeCompare(b.toLowerCase());
  });

/** True if code runs a computation, outside of the functions in it. */
export function runsSomething(node: t.Node): boolean {
  if (t.isYieldExpression(node)) return true;
  if (t.isFunction(node)) return false;
  return (t.VISITOR_KEYS[node.type] ?? []).some((key) => {
    const child = (node as unknown as Record<string, t.Node | (t.Node | null)[] | null>)[key];
    const children = Array.isArray(child) ? child : [child];
    return children.some((one) => one != null && runsSomething(one));
  });
}
