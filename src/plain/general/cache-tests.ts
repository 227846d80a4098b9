/** Branches that take what an earlier call kept (front/caches.ts), as versions that compute it again. */
import type { CacheTest, Choice } from '../front/caches.js';
import type { Expression, Node, types } from '../front/syntax.js';
import type { Translator } from './translator.js';

/** The number of meetings (errors/meetings.ts) in front of the first declaration of some variables, or else here. */
function metBefore(
  translator: Translator,
  variables: CacheTest['variables'],
  here: Node,
): Expression {
  const { t, declarations } = translator;
  const met = translator.runtime('met', [], here);
  const mark = declarations.markBefore(variables, translator.place, () => {
    const variable = translator.temporary();
    return { mark: variable, statement: t.expressionStatement(translator.store(variable, met)) };
  });
  return mark === null ? met : t.cloneNode(mark);
}

/** `$again($met(), test, taking, () => [last])`, stored in `kept`: true if it is what takes. */
function takes(
  translator: Translator,
  { taking, places, variables, computing }: CacheTest,
  kept: types.Identifier | null,
  place: Node,
  test: () => Expression,
): Expression {
  const { t } = translator;
  const before = metBefore(translator, variables, place);
  const outcome = test();
  if (computing === 'elsewhere')
    return translator.runtime('notTaken', [before, outcome, t.booleanLiteral(taking)], place);
  const read = t.arrowFunctionExpression(
    [],
    t.arrayExpression(places.map((one) => translator.of(one.read))),
  );
  const again = translator.runtime(
    'again',
    [before, outcome, t.booleanLiteral(taking), read],
    place,
  );
  return t.binaryExpression('===', translator.store(kept!, again), t.booleanLiteral(taking));
}

/** A test of a loop, or of a case, whose cache cannot be computed again there: `$notTaken($met(), test, taking)` refuses it. */
export function refusedTest(
  translator: Translator,
  node: types.WhileStatement | types.SwitchCase,
  test: () => Expression,
): Expression {
  const cache = translator.caches?.behind(node) ?? null;
  return cache === null ? test() : takes(translator, cache, null, node, test);
}

interface CachedIf {
  readonly statement: types.IfStatement;
  /** The variable that what follows the statement has to be asked with, if that fills the cache. */
  readonly insistOn: types.Identifier | null;
}

/**
 * A branch that takes something from a cache; null for others. If it takes nothing, the other one is computed:
 * `if (($1 = $again($met(), test, false, () => [last])) !== false) try { … } finally { $sameKept($1); }`.
 */
export function cachedIf(
  translator: Translator,
  node: types.IfStatement,
  rest: readonly Node[],
): CachedIf | null {
  const cache = translator.caches?.at(node, rest) ?? null;
  if (cache === null) return null;
  const { t } = translator;
  const { taking, computing } = cache;
  const isElsewhere = computing === 'elsewhere';
  const kept = isElsewhere ? null : translator.temporary();
  const copy = t.cloneNode(node, false);
  const taken = takes(translator, cache, kept, node.test, () => translator.test(node.test));
  copy.test = taking || isElsewhere ? taken : t.unaryExpression('!', taken);
  const branch = (name: typeof computing, made: types.Statement) =>
    name === computing ? insisting(translator, kept!, [made]) : made;
  copy.consequent = branch('consequent', translator.of(node.consequent));
  copy.alternate =
    node.alternate == null ? null : branch('alternate', translator.of(node.alternate));
  return { statement: copy, insistOn: computing === 'rest' ? kept : null };
}

/** Statements that fill a cache again. */
export function insisting(
  translator: Translator,
  kept: types.Identifier,
  statements: types.Statement[],
): types.TryStatement {
  const { t } = translator;
  const asked = translator.runtime('sameKept', [t.cloneNode(kept)], statements[0]);
  return t.tryStatement(
    t.blockStatement(statements),
    null,
    t.blockStatement([t.expressionStatement(asked)]),
  );
}

/** The parts of an expression with branches: its test, and what it gives. */
interface Parts {
  readonly test: () => Expression;
  readonly taken: () => Expression;
  readonly computed: () => Expression;
}

/** The same of an expression: `($1 = $again($met(), test, true, () => [last])) === true ? taken : $sameKept($1, computed)`. */
export function cachedChoice(
  translator: Translator,
  node: Choice,
  cache: CacheTest,
  { test, taken, computed }: Parts,
): Expression {
  const { t } = translator;
  const kept = translator.temporary();
  const isTaken = takes(translator, cache, kept, node, test);
  const then = taken();
  const otherwise = translator.runtime('sameKept', [t.cloneNode(kept), computed()], node);
  return translator.placed(t.conditionalExpression(isTaken, then, otherwise), node);
}

/** The same where the value of the left side is what is taken. */
export function cachedLogical(
  translator: Translator,
  node: types.LogicalExpression | types.AssignmentExpression,
  left: () => Expression,
  right: () => Expression,
): Expression | null {
  const cache = translator.caches?.in(node) ?? null;
  if (cache === null) return null;
  const { t } = translator;
  let value: types.Identifier;
  return cachedChoice(translator, node, cache, {
    test: () => {
      value = translator.temporary();
      const stored = translator.store(value, left());
      return node.operator.startsWith('??')
        ? t.binaryExpression('!=', stored, t.nullLiteral())
        : translator.truth(node.left as Expression, stored);
    },
    taken: () => t.cloneNode(value),
    computed: right,
  });
}
