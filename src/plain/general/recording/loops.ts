/** Loops of recording versions. A loop that only adds to one pair becomes one Let-binding. */
import {
  boundIdentifiers,
  type Expression,
  type Node,
  type types,
  type Types,
} from '../../front/syntax.js';
import { checkedSource } from '../error-names.js';
import { enumerated, targetOfLoop } from '../statements.js';
import type { Recorder } from './recorder.js';
import type { Reduction } from './block-writer.js';

/** Unboxes the pairs that patterns have bound, and finds the packs of arrays of floats. */
export function unboxAll(recorder: Recorder, bound: readonly Node[]): void {
  for (const name of boundIdentifiers(recorder.t, bound)) {
    if (recorder.pairOf(name) !== undefined) recorder.writer.unbox(name.name);
    if (recorder.isPacked(name)) recorder.writer.pack(name.name);
  }
}

export type Loop =
  | types.ForStatement
  | types.WhileStatement
  | types.ForOfStatement
  | types.DoWhileStatement
  | types.ForInStatement;

/** True if statements have loops in them. */
export function hasLoop(t: Types, statements: readonly types.Statement[]): boolean {
  let found = false;
  for (const statement of statements)
    t.traverseFast(statement, (node) => {
      if (t.isLoop(node)) found = true;
    });
  return found;
}

/** Puts out a loop. If the body only adds to one pair, the loop is one Let-binding. */
export function recordedLoop(recorder: Recorder, node: Loop): void {
  const { t, writer } = recorder;
  const iterated =
    (node.type === 'ForOfStatement' || node.type === 'ForInStatement') &&
    node.left.type === 'VariableDeclaration'
      ? node.left
      : null;
  const right =
    node.type === 'ForOfStatement'
      ? checkedSource(recorder, node.right)
      : node.type === 'ForInStatement'
        ? enumerated(recorder, node)
        : null;
  const first = () =>
    iterated !== null &&
    unboxAll(
      recorder,
      iterated.declarations.map(({ id }) => id),
    );
  const list = node.body.type === 'BlockStatement' ? node.body.body : [node.body];
  let sum = null as Reduction | null;
  let end = '';
  writer.escaped.clear();
  const block = t.blockStatement([]);
  const loop = assembled(recorder, node, right, block);
  const before = writer.recordings;
  const made = () => {
    first();
    if (list.every((inner) => isStraight(inner))) {
      const last = list.findLastIndex((inner) => !isPassiveStep(recorder, inner));
      for (const inner of list.slice(0, last + 1)) recorder.statement(inner);
      if (writer.recordings === before && recorder.known.runsNothing(node))
        sum = writer.reduction();
      if (sum !== null) {
        end = writer.newName();
        writer.reduce(end, sum);
      }
      writer.flush();
      for (const inner of list.slice(last + 1)) recorder.statement(inner);
    } else {
      recorder.statements(list);
    }
  };
  block.body = writer.savings.inLoop(() => writer.collect(made));
  const opened = sum === null ? null : writer.openSum(sum, end);
  writer.emit(recorder.placed(loop, node));
  if (sum !== null && opened !== null) {
    writer.onBehalf(sum.value.place, () => writer.closeSum(sum!, opened));
  }
}

const isStraight = (node: types.Statement): boolean =>
  node.type === 'VariableDeclaration' ||
  node.type === 'ExpressionStatement' ||
  node.type === 'EmptyStatement';

/**
 * True if a statement only steps a plain number, as `k += 2` does. At the end of a loop's body, such a statement
 * concerns the loop alone.
 */
function isPassiveStep(recorder: Recorder, node: types.Statement): boolean {
  if (node.type !== 'ExpressionStatement') return false;
  const { expression } = node;
  const target =
    expression.type === 'AssignmentExpression'
      ? expression.left
      : expression.type === 'UpdateExpression'
        ? expression.argument
        : null;
  return target?.type === 'Identifier' && recorder.kind(target).tag === 'number';
}

function assembled(
  recorder: Recorder,
  node: Loop,
  right: Expression | null,
  body: types.BlockStatement,
): types.Statement {
  const { t } = recorder;
  switch (node.type) {
    case 'ForStatement': {
      const init = node.init == null ? null : recorder.lazily(() => recorder.of(node.init!));
      const test = node.test == null ? null : recorder.test(node.test);
      const update = node.update == null ? null : recorder.lazily(() => recorder.of(node.update!));
      return t.forStatement(init, test, update, body);
    }
    case 'WhileStatement':
      return t.whileStatement(recorder.test(node.test), body);
    case 'DoWhileStatement':
      return t.doWhileStatement(recorder.test(node.test), body);
    case 'ForOfStatement':
    case 'ForInStatement': {
      const left = targetOfLoop(recorder, node);
      if (left.type === 'VariableDeclaration' && left.kind === 'const') left.kind = 'let';
      return node.type === 'ForOfStatement'
        ? t.forOfStatement(left, right!, body)
        : t.forInStatement(left, right!, body);
    }
  }
}
