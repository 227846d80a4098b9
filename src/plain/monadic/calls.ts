/**
 * Calls. A function of the program gives a computation, which is run (D{e₁ e₂} of Fig. 9). Functions of
 * Math are operators of the monad, and methods of arrays that call functions are combinators: `traverse`,
 * `foldM` and `build` (§10.2, §10.3).
 */
import { types as t } from '../../vendor/babel.js';
import { namedOperators } from '../../special/named.js';
import { functionOf } from '../front/called-function.js';
import { isNative } from '../front/kinds.js';
import { isStep } from '../front/native-results.js';
import {
  bare,
  isFunction,
  nameOfKey,
  realParams,
  type Expression,
  type Node,
} from '../front/syntax.js';
import { typeOfKind } from './monadic-types.js';
import { runsSomething, type Translator } from './translator.js';

/** Methods of arrays that move elements, and ask nothing of them; positions are numbers. */
const moving = [
  ...[
    'at',
    'concat',
    'entries',
    'fill',
    'flat',
    'keys',
    'pop',
    'push',
    'reverse',
    'shift',
    'slice',
  ],
  ...['splice', 'toReversed', 'unshift', 'values'],
];
/** Those that call a function, which answers a question. */
const asking = ['every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'some'];
const running = ['flatMap', 'forEach', 'map', 'reduce', 'reduceRight'];
/** Functions of the language that hand on what they are given. */
const handing: Readonly<Record<string, readonly string[]>> = {
  Object: ['assign', 'entries', 'fromEntries', 'keys', 'values'],
  Array: ['isArray', 'of'],
};
/** Functions of numbers, which answer a question. */
const ofNumbers = ['isFinite', 'isInteger', 'isNaN', 'isSafeInteger'];
const errors = ['Error', 'RangeError', 'TypeError'];

const arityOf = (name: string): number | null => {
  const partials = namedOperators.get(name)?.primitive.row.partials;
  return Array.isArray(partials) ? partials.length : null;
};

/** A function of Math as a value: the operator of the monad with as many parameters. */
export function mathAsValue(by: Translator, node: Node): Expression | null {
  const name = by.inference.globals.mathFunction(node);
  if (name === undefined) return null;
  const arity = arityOf(name);
  if (arity === null || isStep(name)) return null;
  const params = ['x', 'y', 'w'].slice(0, arity).map((one) => t.identifier(one));
  const type = t.tsTypeAnnotation(t.tsTypeReference(by.library('MReal')));
  return t.arrowFunctionExpression(
    params.map((one) => ({ ...one, typeAnnotation: type })),
    t.callExpression(by.operator(name), params),
  );
}

export function call(by: Translator, node: t.CallExpression): Expression {
  const callee = bare(node.callee);
  const { globals } = by.inference;
  const math = globals.mathFunction(callee);
  if (math !== undefined) return ofMath(by, node, math);
  const global = globals.nameOf(callee);
  if (global !== undefined) return ofGlobal(by, node, global);
  if (
    callee.type === 'Super' ||
    callee.type === 'Import' ||
    callee.type === 'V8IntrinsicIdentifier'
  )
    return by.refuse(node, 'it has a call of another kind', 'call functions of the text');
  if (callee.type !== 'MemberExpression') return applied(by, by.of(callee), node);
  const name = nameOfKey(callee.property, callee.computed);
  // An element that is a function.
  if (name === undefined) return applied(by, by.of(callee), node);
  const object = globals.nameOf(callee.object);
  if (object !== undefined) return ofStatic(by, node, object, name);
  if (['apply', 'bind', 'call'].includes(name))
    by.refuse(node, `it has ${name} of a function`, 'call the function itself');
  const receiver = by.kind(callee.object);
  if (isNative(receiver) && receiver.tag !== 'none') return ofText(by, node, callee, name);
  const isList = receiver.tag === 'list' || receiver.tag === 'any';
  if (isList && [...moving, ...asking, ...running].includes(name))
    return ofList(by, node, callee.object, name);
  if (receiver.tag === 'list') return by.refuse(node, `it has ${name} of an array`, 'write a loop');
  return applied(by, by.of(callee), node);
}

const itemsOf = (by: Translator, { arguments: given }: t.CallExpression | t.NewExpression) =>
  given.map((one) => by.item(one));

/** D{e₁ e₂} = do { f ← D{e₁}; x ← D{e₂}; f x }. */
const applied = (by: Translator, f: Expression, node: t.CallExpression): Expression =>
  by.run(t.callExpression(f, itemsOf(by, node)));

const numbersOf = (by: Translator, nodes: readonly Node[]) => nodes.map((one) => by.number(one));

function ofMath(by: Translator, node: t.CallExpression, name: string): Expression {
  const { arguments: given } = node;
  const isPlain = given.every((one) =>
    by.isPlain(one.type === 'SpreadElement' ? one.argument : one),
  );
  const native = t.memberExpression(t.identifier('Math'), t.identifier(name));
  if (isPlain) return t.callExpression(native, itemsOf(by, node));
  if (given.some(({ type }) => type === 'SpreadElement'))
    by.refuse(node, `Math.${name} is given a list`, 'fold the list');
  // A step is constant between its jumps, and binds nothing.
  if (isStep(name)) return t.callExpression(native, numbersOf(by, given));
  if (!namedOperators.has(name))
    by.refuse(node, `Math.${name} has no row in the table`, 'write it with other functions');
  const arity = arityOf(name);
  const folds = ['max', 'min'].includes(name);
  if (folds && given.length === 1) return by.of(given[0]);
  if (arity !== null && !folds && given.length !== arity)
    by.refuse(node, `Math.${name} has ${given.length} arguments`, `give it ${arity}`);
  return by.apply(
    name,
    given.map((one) => by.of(one)),
  );
}

function ofGlobal(by: Translator, node: t.CallExpression, name: string): Expression {
  const { arguments: given } = node;
  if (name === 'Number' && given.length === 1 && by.isNumber(given[0])) return by.of(given[0]);
  if (name === 'isFinite' || name === 'isNaN' || name === 'Array')
    return t.callExpression(t.identifier(name), numbersOf(by, given));
  return by.refuse(node, `it calls ${name}`, 'call functions of the text, or of Math');
}

function ofStatic(
  by: Translator,
  node: t.CallExpression,
  object: string,
  name: string,
): Expression {
  const { arguments: given } = node;
  const callee = t.memberExpression(t.identifier(object), t.identifier(name));
  if (object === 'Number' && ofNumbers.includes(name))
    return t.callExpression(callee, numbersOf(by, given));
  if (handing[object]?.includes(name)) return t.callExpression(callee, itemsOf(by, node));
  if (object === 'Array' && name === 'from') return made(by, node);
  return by.refuse(node, `it calls ${object}.${name}`, 'call functions of the text, or of Math');
}

/** `Array.from`: `build n f` of §10.2, where there is a length alone. */
function made(by: Translator, node: t.CallExpression): Expression {
  const [from, f] = node.arguments;
  const source = bare(from);
  const lengths = source.type === 'ObjectExpression' ? source.properties : [];
  const [only] = lengths;
  const isLength =
    lengths.length === 1 &&
    only.type === 'ObjectProperty' &&
    nameOfKey(only.key, only.computed) === 'length';
  if (f === undefined)
    return t.callExpression(t.memberExpression(t.identifier('Array'), t.identifier('from')), [
      by.of(from),
    ]);
  if (!isLength) return listed(by, 'traverse', [by.of(from), callback(by, f, 2)]);
  const length = by.number((only as t.ObjectProperty).value);
  if (isFunction(f) && realParams<Node>(f.params).length <= 2) {
    const lambda = by.lambda(f) as t.ArrowFunctionExpression;
    const [, index] = lambda.params;
    lambda.params = index === undefined ? [] : [index];
    return listed(by, 'build', [length, lambda]);
  }
  return by.refuse(f, 'Array.from is given a function by its name', 'write (_, k) => … there');
}

const listed = (by: Translator, name: 'build' | 'traverse', args: Expression[]): Expression =>
  t.callExpression(
    t.memberExpression(by.run(t.callExpression(by.library(name), args)), t.identifier('toArray')),
    [],
  );

/** A function that a combinator calls with so many arguments. */
function callback(by: Translator, node: Node, count: number): Expression {
  const f = functionOf(by.inference.facts, node);
  if (f !== undefined && realParams<Node>(f.params).length > count)
    by.refuse(node, 'a function reads the whole array as its last argument', 'name the array');
  return by.of(node);
}

function ofList(by: Translator, node: t.CallExpression, receiver: Node, name: string): Expression {
  const { arguments: given } = node;
  const made = by.of(receiver);
  const type =
    runsSomething(made) && moving.includes(name) ? typeOfKind(by, by.kind(receiver)) : null;
  const list = type === null ? made : t.tsAsExpression(made, type);
  const native = (args: (Expression | t.SpreadElement)[]) =>
    t.callExpression(t.memberExpression(list, t.identifier(name)), args);
  if (moving.includes(name)) return native(moved(by, given, name));
  if (given.some(({ type }) => type === 'SpreadElement') || given.length === 0)
    return by.refuse(node, `${name} is given a list of arguments`, 'write them down');
  const [f, start] = given;
  if (asking.includes(name)) return native([question(by, f, name)]);
  if (name === 'reduceRight')
    return by.refuse(node, 'it has reduceRight', 'reverse the array, and reduce it');
  if (name === 'reduce') return folded(by, node, list, f, start);
  const items = [list, callback(by, f, 2)];
  if (name === 'forEach') return by.run(t.callExpression(by.library('traverse'), items));
  const all = listed(by, 'traverse', items);
  return name === 'map' ? all : t.callExpression(t.memberExpression(all, t.identifier('flat')), []);
}

/** Values stay what they are; positions are numbers. */
function moved(by: Translator, given: t.CallExpression['arguments'], name: string) {
  const positions = { at: [0, 1], slice: [0, 2], splice: [0, 2], fill: [1, 3], flat: [0, 1] };
  const [from, to] = (positions as Record<string, number[]>)[name] ?? [0, 0];
  return given.map((one, k) => (k >= from && k < to ? by.number(one) : by.item(one)));
}

/** Native methods ask functions that record nothing. */
function question(by: Translator, node: Node, name: string): Expression {
  if (isFunction(node)) {
    const { body } = node;
    if (body.type !== 'BlockStatement') {
      const lambda = by.lambda(node) as t.ArrowFunctionExpression;
      const answer = by.test(body);
      if (!runsSomething(answer)) return { ...lambda, body: answer, returnType: null };
    }
  }
  return by.refuse(node, `the function of ${name} computes with reals`, 'write a loop');
}

function folded(
  by: Translator,
  node: t.CallExpression,
  list: Expression,
  f: Node,
  start: Node | undefined,
): Expression {
  if (start === undefined) return by.refuse(node, 'reduce has no start', 'give it one');
  const first = by.of(start);
  if (runsSomething(first) && runsSomething(list))
    by.refuse(start, 'reduce computes its start behind its array', 'give the array a name before');
  const type = t.isTSAsExpression(first) ? null : typeOfKind(by, by.kind(start));
  const typed = type === null ? first : t.tsAsExpression(first, type);
  return by.run(t.callExpression(by.library('foldM'), [callback(by, f, 3), typed, list]));
}

function ofText(by: Translator, node: t.CallExpression, callee: t.MemberExpression, name: string) {
  if (node.arguments.every((one) => by.isPlain(one)))
    return t.callExpression(
      t.memberExpression(by.of(callee.object), t.identifier(name)),
      itemsOf(by, node),
    );
  return by.refuse(node, `it has ${name} of a text`, 'leave texts to the caller');
}

export function construct(by: Translator, node: t.NewExpression): Expression {
  const name = by.inference.globals.nameOf(node.callee);
  if (name === 'Array') return t.newExpression(t.identifier(name), numbersOf(by, node.arguments));
  if (name !== undefined && errors.includes(name))
    return t.newExpression(t.identifier(name), itemsOf(by, node));
  return by.refuse(node, `it makes a new ${name ?? 'object of a class'}`, 'use arrays and objects');
}
