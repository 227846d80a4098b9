/** Statements of recording versions: those of straight-line code, and those that end it. */
import { isNative, isNumeric } from '../../front/kinds.js';
import { constant, type Term } from '../../front/terms.js';
import { bare, type Expression, type Node, type types } from '../../front/syntax.js';
import { isOfIntegers } from '../assignments.js';
import { memberOf } from '../members.js';
import { rowOf } from './term-code.js';
import { elementIn } from './elements.js';
import { recordedLoop, unboxAll } from './loops.js';
import { boundNames } from './recordable.js';
import { isPure } from './pure.js';
import { readingOf } from './external-reals.js';
import type { Recorder } from './recorder.js';

/** Puts out the translation of a statement. */
export function recordedStatement(recorder: Recorder, node: types.Statement): void {
  recorder.segments.onBehalf(node.loc, () => putOut(recorder, node));
}

function putOut(recorder: Recorder, node: types.Statement): void {
  const { segments } = recorder;
  if (straight(recorder, node)) {
    segments.covers(node);
    return;
  }
  if (node.type === 'ReturnStatement') {
    returned(recorder, node);
    return;
  }
  segments.flush();
  compound(recorder, node);
}

/** Statements that leave control as it is and change variables only by what they say. */
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
    recorder.segments.assign(
      pair,
      recorder.segments.operation(op, [recorder.segments.current(pair), constant(1)], node.loc),
    );
    return true;
  }
  usual(recorder, node);
  return true;
}

/** A statement translated as usual, in its place. */
function usual(recorder: Recorder, node: types.Statement): void {
  recorder.segments.emit(recorder.of(node));
  if (node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression') {
    for (const name of boundNames(recorder.t, [bare(node.expression.left)])) {
      if (recorder.isPacked(name)) recorder.segments.pack(name.name, false);
    }
  }
  recorder.segments.happened();
}

function declaration(recorder: Recorder, node: types.VariableDeclaration): boolean {
  const { segments } = recorder;
  if (node.kind === 'var' || node.declarations.some(({ id }) => id.type !== 'Identifier'))
    return false;
  for (const declarator of node.declarations) {
    const pair = recorder.pairOf(declarator.id);
    if (pair === undefined) {
      const single = recorder.t.cloneNode(node, false);
      single.declarations = [declarator];
      segments.emit(recorder.of(single));
      if (recorder.isPacked(declarator.id)) segments.pack((declarator.id as types.Identifier).name);
    } else {
      segments.declare(pair, declarator.init == null ? null : recorder.term(declarator.init));
    }
  }
  return true;
}

function assignment(
  recorder: Recorder,
  statement: types.ExpressionStatement,
  node: types.AssignmentExpression,
): boolean {
  const { segments } = recorder;
  const pair = recorder.pairOf(node.left);
  if (pair !== undefined) {
    const right = recorder.term(node.right);
    const op = rowOf[node.operator.slice(0, -1)];
    segments.assign(
      pair,
      node.operator === '='
        ? right
        : segments.operation(op, [segments.current(pair), right], node.loc),
    );
    return true;
  }
  if (bare(node.left).type === 'MemberExpression') return member(recorder, statement, node);
  return false;
}

/** `o[k] = e` and `o[k] += e`, where evaluating `o` and `k` again does nothing. */
function member(
  recorder: Recorder,
  statement: types.ExpressionStatement,
  node: types.AssignmentExpression,
): boolean {
  const { t, segments } = recorder;
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
    usual(recorder, statement);
    return true;
  }
  const element = elementIn(recorder, target);
  const changed = (): Term =>
    segments.operation(op, [recorder.term(target), recorder.term(node.right)], node.loc);
  const put = (made: Expression): true => {
    segments.emit(recorder.placed(t.expressionStatement(made), statement));
    segments.happened();
    return true;
  };
  if (element !== null) {
    segments.balance.gainElement();
    return put(element.store(...segments.taken(reads ? changed() : recorder.term(node.right))));
  }
  const value = reads ? segments.boxed(changed()) : recorder.whole(node.right);
  const made = target.computed
    ? t.callExpression(recorder.names.runtime('set'), [
        recorder.of(target.object as Expression),
        recorder.kind(target.object).tag === 'list'
          ? recorder.key(target.property)
          : recorder.of(target.property),
        value,
      ])
    : t.assignmentExpression('=', memberOf(recorder, target), value);
  return put(made);
}

/** `return` of an id: that of what is returned, or of `undefined`. */
export function answer(recorder: Recorder, node: types.ReturnStatement | null): void {
  const { t, segments } = recorder;
  const made = t.returnStatement(
    node?.argument == null
      ? ask(recorder, t.unaryExpression('void', t.numericLiteral(0)))
      : idOf(recorder, bare(node.argument)),
  );
  segments.emit(node === null ? made : recorder.placed(made, node));
  segments.drop();
}

function idOf(recorder: Recorder, value: Node): Expression {
  const reading = recorder.isReal(value) ? readingOf(recorder, value) : null;
  if (reading !== null) return reading.direct?.id() ?? ask(recorder, reading.code());
  const [primal, id] = recorder.segments.taken(recorder.term(value));
  const own = ask(recorder, primal);
  return id.type === 'NumericLiteral' ? own : recorder.t.logicalExpression('||', id, own);
}

const ask = (recorder: Recorder, real: Expression): Expression =>
  recorder.t.callExpression(recorder.names.runtime('id'), [real]);

function returned(recorder: Recorder, node: types.ReturnStatement): void {
  if (recorder.answersById) {
    answer(recorder, node);
    return;
  }
  const { t, segments } = recorder;
  const { argument } = node;
  const value =
    argument == null
      ? null
      : recorder.isReal(argument)
        ? recorder.whole(argument)
        : recorder.of(argument);
  segments.emit(recorder.placed(t.returnStatement(value), node));
  segments.drop();
}

/** The statements of a nested body, as a block of their own. */
const block = (
  recorder: Recorder,
  node: types.Statement,
  first: () => void = () => undefined,
): types.BlockStatement =>
  recorder.t.blockStatement(
    recorder.segments.collect(() => {
      first();
      recorder.statements(node.type === 'BlockStatement' ? node.body : [node]);
    }),
  );

function compound(recorder: Recorder, node: types.Statement): void {
  const { t, segments } = recorder;
  switch (node.type) {
    case 'IfStatement': {
      const test = recorder.test(node.test);
      const otherwise = node.alternate == null ? null : block(recorder, node.alternate);
      segments.emit(
        recorder.placed(t.ifStatement(test, block(recorder, node.consequent), otherwise), node),
      );
      break;
    }
    case 'BlockStatement':
      segments.emit(block(recorder, node));
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
      segments.emit(
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
      usual(recorder, node);
      segments.flush();
  }
}

/** The label stays at its loop, and not at what is put out before and after that. */
function labelled(recorder: Recorder, node: types.LabeledStatement): void {
  const { t, segments } = recorder;
  const body = segments.collect(() => recordedStatement(recorder, node.body));
  const loop = body.findIndex(({ type }) => type === node.body.type);
  body.forEach((statement, k) =>
    segments.emit(k === loop ? t.labeledStatement(t.cloneNode(node.label), statement) : statement),
  );
}

function switchCase(recorder: Recorder, node: types.SwitchCase): types.SwitchCase {
  const test = node.test == null ? null : recorder.lazily(() => recorder.of(node.test!));
  return recorder.t.switchCase(
    test,
    recorder.segments.collect(() => recorder.statements(node.consequent)),
  );
}

/** Destructuring, after which the pairs that it binds are taken apart. */
function patterns(recorder: Recorder, node: types.VariableDeclaration): void {
  const { segments } = recorder;
  const made = recorder.of(node);
  if (made.kind === 'const') made.kind = 'let';
  segments.emit(made);
  unboxAll(
    recorder,
    node.declarations.map(({ id }) => id),
  );
}
