/** Statements of recording versions: those of a basic block, and those that end it. */
import { isNative, isNumeric } from '../../front/kinds.js';
import { constant, type Term } from '../../front/terms.js';
import { bare, boundIdentifiers, type Expression, type types } from '../../front/syntax.js';
import { isOfIntegers } from '../assignments.js';
import { memberOf } from '../members.js';
import { rowOf } from './term-code.js';
import { elementIn } from './array-elements.js';
import { recordedLoop, unboxAll } from './loops.js';
import { isPure } from './pure.js';
import type { Recorder } from './recorder.js';

/** Puts out the translation of a statement. */
export function recordedStatement(recorder: Recorder, node: types.Statement): void {
  recorder.writer.onBehalf(node.loc, () => putOut(recorder, node));
}

function putOut(recorder: Recorder, node: types.Statement): void {
  const { writer } = recorder;
  if (straight(recorder, node)) {
    writer.covers(node);
    return;
  }
  if (node.type === 'ReturnStatement') {
    returned(recorder, node);
    return;
  }
  writer.flush();
  compound(recorder, node);
}

/** Puts out a statement that leaves control as it is and changes variables only by what it says; false for others. */
function straight(recorder: Recorder, node: types.Statement): boolean {
  if (node.type === 'VariableDeclaration') return declaration(recorder, node);
  if (node.type === 'EmptyStatement') return true;
  if (node.type !== 'ExpressionStatement') return false;
  const { expression } = node;
  if (expression.type === 'AssignmentExpression') return assignment(recorder, node, expression);
  if (expression.type === 'UpdateExpression') {
    const pair = recorder.pairOf(expression.argument);
    if (pair === undefined) return false;
    const op = expression.operator === '++' ? 'add' : 'sub';
    recorder.writer.assign(
      pair,
      recorder.writer.operation(op, [recorder.writer.current(pair), constant(1)], node.loc),
    );
    return true;
  }
  asGeneral(recorder, node);
  return true;
}

/** Puts out a statement as in the general version, at its place. */
function asGeneral(recorder: Recorder, node: types.Statement): void {
  recorder.writer.emit(recorder.of(node));
  if (node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression') {
    for (const name of boundIdentifiers(recorder.t, [bare(node.expression.left)])) {
      if (recorder.isPacked(name)) recorder.writer.pack(name.name, false);
    }
  }
  recorder.writer.mayRecord();
}

function declaration(recorder: Recorder, node: types.VariableDeclaration): boolean {
  const { writer } = recorder;
  if (node.kind === 'var' || node.declarations.some(({ id }) => id.type !== 'Identifier'))
    return false;
  for (const declarator of node.declarations) {
    const pair = recorder.pairOf(declarator.id);
    if (pair === undefined) {
      const single = recorder.t.cloneNode(node, false);
      single.declarations = [declarator];
      writer.emit(recorder.of(single));
      if (recorder.isPacked(declarator.id)) writer.pack((declarator.id as types.Identifier).name);
    } else {
      writer.declare(pair, declarator.init == null ? null : recorder.term(declarator.init));
    }
  }
  return true;
}

function assignment(
  recorder: Recorder,
  statement: types.ExpressionStatement,
  node: types.AssignmentExpression,
): boolean {
  const { writer } = recorder;
  const pair = recorder.pairOf(node.left);
  if (pair !== undefined) {
    const right = recorder.term(node.right);
    const op = rowOf[node.operator.slice(0, -1)];
    writer.assign(
      pair,
      node.operator === '=' ? right : writer.operation(op, [writer.current(pair), right], node.loc),
    );
    return true;
  }
  if (bare(node.left).type === 'MemberExpression') return member(recorder, statement, node);
  return false;
}

/**
 * `o[k] = e` and `o[k] += e`. The evaluation of `o` and `k` may be repeated, or else the general version is put
 * out.
 */
function member(
  recorder: Recorder,
  statement: types.ExpressionStatement,
  node: types.AssignmentExpression,
): boolean {
  const { t, writer } = recorder;
  const target = bare(node.left) as types.MemberExpression;
  const isSimple =
    ((target.object.type === 'Identifier' && !recorder.known.mayChange(target.object)) ||
      target.object.type === 'ThisExpression') &&
    (!target.computed || isPure(recorder, target.property));
  const isReal =
    recorder.isReal(node.right) ||
    (isNative(recorder.kind(node.right)) && !isOfIntegers(recorder, target, node.right));
  const op = rowOf[node.operator.slice(0, -1)];
  const reads = node.operator !== '=';
  if (!isSimple || !isReal || (reads && (op === undefined || !isNumeric(recorder.kind(target))))) {
    asGeneral(recorder, statement);
    return true;
  }
  const element = elementIn(recorder, target);
  const changed = (): Term =>
    writer.operation(op, [recorder.term(target), recorder.term(node.right)], node.loc);
  const put = (made: Expression): true => {
    writer.emit(recorder.placed(t.expressionStatement(made), statement));
    writer.mayRecord();
    return true;
  };
  if (element !== null) {
    writer.savings.gainElement();
    return put(element.store(...writer.asPair(reads ? changed() : recorder.term(node.right))));
  }
  const boxed = reads ? writer.boxed(changed()) : recorder.boxed(node.right);
  const mayOutlive = !recorder.isNew(target.object);
  const value =
    mayOutlive && !target.computed
      ? t.callExpression(recorder.names.runtime('into'), [
          recorder.of(target.object as Expression),
          boxed,
        ])
      : boxed;
  const made = target.computed
    ? t.callExpression(recorder.names.runtime(mayOutlive ? 'put' : 'set'), [
        recorder.of(target.object as Expression),
        recorder.kind(target.object).tag === 'list'
          ? recorder.key(target.property)
          : recorder.of(target.property),
        value,
      ])
    : t.assignmentExpression('=', memberOf(recorder, target), value);
  return put(made);
}

function returned(recorder: Recorder, node: types.ReturnStatement): void {
  const { t, writer } = recorder;
  const { argument } = node;
  const value =
    argument == null
      ? null
      : recorder.isReal(argument)
        ? recorder.boxed(argument)
        : recorder.of(argument);
  writer.emit(recorder.placed(t.returnStatement(value), node));
  writer.drop();
}

/** The statements of a nested body, as a block of their own. */
const block = (
  recorder: Recorder,
  node: types.Statement,
  first: () => void = () => undefined,
): types.BlockStatement =>
  recorder.t.blockStatement(
    recorder.writer.collect(() => {
      first();
      recorder.statements(node.type === 'BlockStatement' ? node.body : [node]);
    }),
  );

function compound(recorder: Recorder, node: types.Statement): void {
  const { t, writer } = recorder;
  switch (node.type) {
    case 'IfStatement': {
      const test = recorder.test(node.test);
      const otherwise = node.alternate == null ? null : block(recorder, node.alternate);
      writer.emit(
        recorder.placed(t.ifStatement(test, block(recorder, node.consequent), otherwise), node),
      );
      break;
    }
    case 'BlockStatement':
      writer.emit(block(recorder, node));
      break;
    case 'ForStatement':
    case 'WhileStatement':
    case 'ForOfStatement':
    case 'DoWhileStatement':
    case 'ForInStatement':
      recordedLoop(recorder, node);
      break;
    case 'LabeledStatement':
      labelled(recorder, node);
      break;
    case 'SwitchStatement':
      writer.emit(
        recorder.placed(
          t.switchStatement(
            recorder.of(node.discriminant),
            node.cases.map((one) => switchCase(recorder, one)),
          ),
          node,
        ),
      );
      break;
    case 'VariableDeclaration':
      patterns(recorder, node);
      break;
    default:
      asGeneral(recorder, node);
      writer.flush();
  }
}

/** Puts out a labelled loop. The label stays at the loop: other statements may be put out before and after it. */
function labelled(recorder: Recorder, node: types.LabeledStatement): void {
  const { t, writer } = recorder;
  const body = writer.collect(() => recordedStatement(recorder, node.body));
  const loop = body.findIndex(({ type }) => type === node.body.type);
  body.forEach((statement, k) =>
    writer.emit(k === loop ? t.labeledStatement(t.cloneNode(node.label), statement) : statement),
  );
}

function switchCase(recorder: Recorder, node: types.SwitchCase): types.SwitchCase {
  const test = node.test == null ? null : recorder.lazily(() => recorder.of(node.test!));
  return recorder.t.switchCase(
    test,
    recorder.writer.collect(() => recorder.statements(node.consequent)),
  );
}

/** Puts out a destructuring declaration, and unboxes the pairs that it binds. */
function patterns(recorder: Recorder, node: types.VariableDeclaration): void {
  const { writer } = recorder;
  const made = recorder.of(node);
  if (made.kind === 'const') made.kind = 'let';
  writer.emit(made);
  unboxAll(
    recorder,
    node.declarations.map(({ id }) => id),
  );
}
