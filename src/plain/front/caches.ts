/**
 * Branches that take what an earlier call kept: `if (last.t !== t) last = { t, v: slow(t) }; return last.v`. A test asks
 * whether a number that is kept outside of the function equals a new one, one branch keeps new numbers, and they are read
 * behind it. What was kept before a derivative began is constant, so versions take the branch that computes it
 * (plain/runtime/caches.ts). O(size of the function) for each test that asks for equality, and nothing for others.
 */
import type { Facts } from './facts.js';
import { bare, nameOfKey, type Binding, type Expression, type Node, type types } from './syntax.js';

/** Where a function keeps something: a variable outside of it, or a field of `this`. */
interface KeptPlace {
  readonly key: string;
  readonly read: types.Identifier | types.MemberExpression;
}

export interface CacheTest {
  /** The outcome of the test that takes what was kept. */
  readonly taking: boolean;
  /** The places that the other branch fills. */
  readonly places: readonly KeptPlace[];
  /** The other branch: one of the statement, or all that follows it. */
  readonly computing: 'consequent' | 'alternate' | 'rest';
}

type Children = (node: Node) => readonly Node[];

/**
 * The cache that an `if` takes something from, followed by the rest of its block in the body of a function.
 *
 * @param isOutside true if a variable is older than the call
 */
export const cacheTest = (
  children: Children,
  facts: Facts,
  isOutside: (binding: Binding) => boolean,
  node: types.IfStatement,
  rest: readonly Node[],
  body: Node,
): CacheTest | null => new Caches(children, facts, isOutside).at(node, rest, () => body);

/** True if an `if` may take something from a cache, whatever follows it in the function around it. */
export function fillsCache(
  children: Children,
  facts: Facts,
  isOutside: (binding: Binding) => boolean,
  node: types.IfStatement,
): boolean {
  const holds = (code: Node): boolean => code === node || children(code).some(holds);
  const body = () => facts.functions.findLast((path) => holds(path.node.body))!.node.body;
  return new Caches(children, facts, isOutside).at(node, null, body) !== null;
}

class Caches {
  constructor(
    private readonly children: Children,
    private readonly facts: Facts,
    private readonly isOutside: (binding: Binding) => boolean,
  ) {}

  /** @param after what follows the statement; null for all that is around it */
  at(node: types.IfStatement, after: readonly Node[] | null, body: () => Node): CacheTest | null {
    const asked = this.asked(node.test);
    if (asked.size === 0) return null;
    const { consequent, alternate } = node;
    const found = (computing: CacheTest['computing'], inside: readonly Node[]) => {
      const places = inside.flatMap((one) => this.written(one));
      if (!places.some(({ key }) => asked.has(key))) return null;
      const keys = new Set(places.map(({ key }) => key));
      const isUsed =
        computing === 'rest'
          ? [...this.readIn(consequent)].some((key) => keys.has(key))
          : this.isReadBeside([node.test, ...inside], body(), keys);
      if (!isUsed) return null;
      const once = places.filter(({ key }, k) => places.findIndex((one) => one.key === key) === k);
      return { taking: computing !== 'consequent', places: once, computing };
    };
    if (alternate != null)
      return found('consequent', [consequent]) ?? found('alternate', [alternate]);
    const rest = after ?? [body()];
    const isLeft = exits(consequent) && !rest.some(({ type }) => type === 'FunctionDeclaration');
    return found('consequent', [consequent]) ?? (isLeft ? found('rest', rest) : null);
  }

  /** The places whose numbers a test compares for equality, also up to a tolerance. */
  private asked(test: Expression): ReadonlySet<string> {
    const keys = new Set<string>();
    const ask = (node: Node) => this.readIn(node).forEach((key) => keys.add(key));
    this.walk(test, (node) => {
      if (node.type !== 'BinaryExpression') return;
      const sides = [node.left, node.right].map(bare);
      if (/^[!=]==?$/.test(node.operator)) {
        if (!sides.some(isConstant)) sides.forEach(ask);
      } else if (/^[<>]=?$/.test(node.operator)) {
        for (const side of sides) if (isAbsolute(side)) ask(side);
      }
    });
    return keys;
  }

  private readIn(node: Node): Set<string> {
    const keys = new Set<string>();
    this.walk(node, (inner) => {
      const place = this.place(inner);
      if (place !== null) keys.add(place.key);
    });
    return keys;
  }

  private walk(node: Node, visit: (node: Node) => void): void {
    visit(node);
    for (const child of this.children(node)) this.walk(child, visit);
  }

  private isReadBeside(without: readonly Node[], body: Node, keys: ReadonlySet<string>): boolean {
    const look = (node: Node): boolean => {
      if (without.includes(node)) return false;
      const place = this.place(node);
      if (place !== null && keys.has(place.key)) return true;
      return this.children(node).some(look);
    };
    return look(body);
  }

  /** The places that code writes itself, also parts of what is kept there. */
  private written(code: Node): KeptPlace[] {
    const places: KeptPlace[] = [];
    const target = (node: Node): void => {
      switch (node.type) {
        case 'ArrayPattern':
          node.elements.forEach((one) => one && target(one));
          break;
        case 'ObjectPattern':
          for (const one of node.properties)
            target(one.type === 'RestElement' ? one.argument : one.value);
          break;
        case 'AssignmentPattern':
          target(node.left);
          break;
        case 'RestElement':
          target(node.argument);
          break;
        default: {
          const place = this.root(node);
          if (place !== null) places.push(place);
        }
      }
    };
    this.walk(code, (node) => {
      if (node.type === 'AssignmentExpression') target(node.left);
      if (node.type === 'UpdateExpression') target(node.argument);
    });
    return places;
  }

  /** The place that holds what an expression names, or a part of it. */
  private root(node: Node): KeptPlace | null {
    const inner = bare(node);
    const place = this.place(inner);
    if (place !== null || inner.type !== 'MemberExpression') return place;
    return this.root(inner.object);
  }

  private place(node: Node): KeptPlace | null {
    if (node.type === 'Identifier') {
      const binding = this.facts.bindings.get(node);
      const isKept = binding !== undefined && this.isOutside(binding);
      return isKept ? { key: node.name, read: node } : null;
    }
    if (node.type !== 'MemberExpression' || node.object.type !== 'ThisExpression') return null;
    const name = nameOfKey(node.property, node.computed);
    return name === undefined ? null : { key: `this.${name}`, read: node };
  }
}

const isConstant = (node: Node): boolean =>
  /Literal$/.test(node.type) ||
  (node.type === 'Identifier' && node.name === 'undefined') ||
  (node.type === 'UnaryExpression' && /^(typeof|void)$/.test(node.operator));

/** `Math.abs(…)`, or the like. */
function isAbsolute(node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  const callee = bare(node.callee);
  const name =
    callee.type === 'MemberExpression' ? nameOfKey(callee.property, callee.computed) : undefined;
  return (name ?? (callee.type === 'Identifier' && callee.name)) === 'abs';
}

/** True if a branch certainly leaves the function. */
function exits(node: Node): boolean {
  if (node.type === 'BlockStatement') return node.body.length > 0 && exits(node.body.at(-1)!);
  return node.type === 'ReturnStatement';
}
