/**
 * Branches that take what an earlier call kept: `if (last.t !== t) last = { t, v: slow(t) }; return last.v`. A test asks
 * whether a number that is kept outside of the function equals a new one, or looks something up there; one branch keeps new
 * numbers, and they are read behind it. What was kept before a derivative began is constant, so versions take the
 * branch that computes it (plain/runtime/caches.ts). O(size of the function) for each test that asks, and nothing for others.
 */
import type { Facts } from './facts.js';
import { assignedIfMissing, comparedIn, isForEquality, outcomeIfFound } from './questions.js';
import { KeptPlaces, noneAsked, type Asked, type KeptPlace } from './kept-places.js';
import type { Binding, Node, types } from './syntax.js';
import { WrittenPlaces } from './written-places.js';

/** An expression with branches; the right side of a logical one is a branch. */
export type Choice =
  types.ConditionalExpression | types.LogicalExpression | types.AssignmentExpression;

export interface CacheTest {
  /** The outcome of the test that takes what was kept. */
  readonly taking: boolean;
  /** The places that the other branch fills. */
  readonly places: readonly KeptPlace[];
  /** The other branch: one of the statement, or all that follows it; it cannot be computed where it stands elsewhere. */
  readonly computing: 'consequent' | 'alternate' | 'rest' | 'elsewhere';
  /** The variables of the function that were given what the test asks. */
  readonly variables: ReadonlySet<Binding>;
}

interface Filled extends CacheTest {
  /** True if the branch certainly writes what the test asks. */
  readonly isSure: boolean;
}

/** Of two branches of a test, the one that fills the cache. */
function surer(test: Node, one: Filled | null, other: Filled | null): Filled | null {
  if (one === null || other === null) return one ?? other;
  if (one.isSure !== other.isSure) return one.isSure ? one : other;
  return outcomeIfFound(test) === other.taking ? other : one;
}

type Children = (node: Node) => readonly Node[];

export class Caches {
  readonly places: KeptPlaces;
  private readonly written: WrittenPlaces;

  /** @param isOutside true if a variable is older than the call */
  constructor(children: Children, facts: Facts, isOutside: (binding: Binding) => boolean) {
    this.places = new KeptPlaces(children, facts, isOutside);
    this.written = WrittenPlaces.in(facts, children);
  }

  /**
   * The cache that an `if` takes something from, followed by the rest of its block in the body of a function.
   *
   * @param after what follows the statement; null for all that is around it
   */
  ofStatement(
    node: types.IfStatement,
    after: readonly Node[] | null,
    body: () => Node,
  ): CacheTest | null {
    if (!this.written.areReadBy(body)) return null;
    const asked = this.places.asked(node.test);
    if (asked.keys.size === 0) return null;
    const { test, consequent, alternate } = node;
    const branch = (computing: CacheTest['computing'], code: Node) =>
      this.filled(asked, computing, [code], body, (keys) =>
        this.places.isReadBeside([test, code], body(), keys),
      );
    if (alternate != null)
      return surer(test, branch('consequent', consequent), branch('alternate', alternate));
    const rest = after ?? [body()];
    const isLeft = exits(consequent) && !rest.some(({ type }) => type === 'FunctionDeclaration');
    const isTaken = (keys: ReadonlySet<string>) =>
      [...this.places.read(consequent)].some((key) => keys.has(key));
    return (
      surer(
        test,
        branch('consequent', consequent),
        isLeft ? this.filled(asked, 'rest', rest, body, isTaken) : null,
      ) ??
      (exits(consequent) && !this.writes(test, asked)
        ? this.elsewhere(asked, consequent, body, test)
        : null)
    );
  }

  /** The same of a loop that goes on until what is kept is that of an input, and of a case of a switch. */
  ofLoop(node: types.WhileStatement, body: () => Node): CacheTest | null {
    if (!this.written.areReadBy(body)) return null;
    const asked = this.places.asked(node.test);
    if (asked.keys.size === 0) return null;
    const isUsed = (keys: ReadonlySet<string>) =>
      this.places.isReadBeside([node.test, node.body], body(), keys);
    const found = this.filled(asked, 'elsewhere', [node.body], body, isUsed);
    return found && { ...found, taking: false };
  }

  ofCase(test: Node, consequent: readonly Node[], body: () => Node): CacheTest | null {
    if (!this.written.areReadBy(body)) return null;
    const keys = new Set(this.places.named(test));
    if (keys.size === 0) return null;
    const asked: Asked = { ...noneAsked(), keys };
    for (const one of consequent) {
      const found = this.elsewhere(asked, one, body);
      if (found !== null) return found;
    }
    return null;
  }

  private writes(code: Node, asked: Asked): boolean {
    return this.places.written(code, asked).some(({ key }) => asked.keys.has(key));
  }

  /** @param test what asks; what is stored has to do with it, as far as that is known */
  private elsewhere(
    asked: Asked,
    taken: Node,
    body: () => Node,
    test: Node | null = null,
  ): CacheTest | null {
    const isStored = (values: readonly Node[] | null) =>
      values === null || test === null || values.some((value) => this.share(value, test));
    const written = this.places.written(body(), asked);
    if (!written.some(({ key, values }) => asked.keys.has(key) && isStored(values))) return null;
    return this.filled(asked, 'elsewhere', [body()], body, (keys) =>
      this.places.named(taken).some((key) => keys.has(key)),
    );
  }

  /** The same of an expression, in the body of a function. */
  ofExpression(node: Choice, body: () => Node): CacheTest | null {
    if (!this.written.areReadBy(body)) return null;
    const [test, consequent, alternate] = partsOf(node);
    const asked = this.places.asked(test);
    if (asked.keys.size === 0) return null;
    const branch = (computing: CacheTest['computing'], code: Node | null) =>
      code === null
        ? null
        : this.filled(
            asked,
            computing,
            [code],
            body,
            (keys) =>
              // The left side is what is taken.
              consequent === null || this.places.isReadBeside([test, code], body(), keys),
          );
    return surer(test, branch('consequent', consequent), branch('alternate', alternate));
  }

  /**
   * True if a comparison for equality is with what its function keeps: it asks if what is given is what was given before,
   * whatever depends on the answer, and wherever.
   */
  isOfMemory(node: Node, body: () => Node): boolean {
    if (!isForEquality(node) || !this.written.areReadBy(body)) return false;
    const sides = comparedIn(node);
    if (sides.length < 2) return false;
    const written = this.written.by(body());
    return sides.some((side, k) => {
      const isStored = (value: Node) => this.share(value, sides[1 - k]);
      return [...this.places.read(side)].some((key) => written.get(key)?.some(isStored) === true);
    });
  }

  /** True if two pieces of code mention a variable or a place, also behind names. */
  private share(one: Node, other: Node): boolean {
    const mentioned = this.places.mentioned(other);
    return [...this.places.mentioned(one)].some((name) => mentioned.has(name));
  }

  /** True if a part of a function may take something from a cache, whatever follows it in the function around it. */
  isAt(node: Node): boolean {
    const body = () => this.written.bodyAround(node);
    if (node.type === 'IfStatement') return this.ofStatement(node, null, body) !== null;
    if (node.type === 'WhileStatement') return this.ofLoop(node, body) !== null;
    if (node.type === 'SwitchCase')
      return node.test != null && this.ofCase(node.test, node.consequent, body) !== null;
    const choice = assignedIfMissing(node) ?? node;
    if (isChoice(choice) && this.ofExpression(choice, body) !== null) return true;
    return this.isOfMemory(node, body);
  }

  private filled(
    asked: Asked,
    computing: CacheTest['computing'],
    code: readonly Node[],
    body: () => Node,
    isUsed: (keys: ReadonlySet<string>) => boolean,
  ): Filled | null {
    const written = code.flatMap((one) => this.places.written(one, asked));
    if (written.length === 0) return null;
    const filling = written.filter(({ key }) => asked.keys.has(key));
    // A setter that leaves equal values out is read anywhere.
    const isSetter = filling.some(({ key, isAssigned }) => isAssigned && asked.equal.has(key));
    if (!isSetter && !isUsed(new Set(written.map(({ key }) => key)))) return null;
    // What was given may also be kept beside the branch.
    if (filling.length === 0 && ![...asked.equal].some((key) => this.written.by(body()).has(key)))
      return null;
    const places = written.filter(
      ({ key }, k) => written.findIndex((one) => one.key === key) === k,
    );
    const { variables } = asked;
    const isSure = filling.some((one) => one.isSure);
    return { taking: computing !== 'consequent', places, computing, variables, isSure };
  }
}

const isLogical = (operator: string): boolean => /^(&&|\|\||\?\?)=?$/.test(operator);

export const isChoice = (node: Node): node is Choice =>
  node.type === 'ConditionalExpression' ||
  node.type === 'LogicalExpression' ||
  (node.type === 'AssignmentExpression' && isLogical(node.operator));

/** The test, and the branches; that is null which gives the value of the test. */
function partsOf(node: Choice): [Node, Node | null, Node | null] {
  if (node.type === 'ConditionalExpression') return [node.test, node.consequent, node.alternate];
  const right = node.type === 'LogicalExpression' ? node.right : node;
  return node.operator.startsWith('&&') ? [node.left, right, null] : [node.left, null, right];
}

/** True if a branch certainly leaves the function. */
function exits(node: Node): boolean {
  if (node.type === 'BlockStatement') return node.body.length > 0 && exits(node.body.at(-1)!);
  return node.type === 'ReturnStatement';
}
