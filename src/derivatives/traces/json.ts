/** Traces as JSON. A name stands for its operation, and numbers that JSON does not have are texts. */
import { namedOperators } from '../../special/named.js';
import { ownRow } from '../../core/primitives/primitive.js';
import type { AnyOperator, Primitive } from '../../core/primitives/row.js';
import type { Operation } from '../../core/real.js';
import { notATrace, notWritable, unknownOperation } from './errors.js';
import { isVariable, type Guard, type Operand, type TraceTerm } from './trace-term.js';

const numberOut = (x: number): number | string =>
  Object.is(x, -0) ? '-0' : Number.isFinite(x) ? x : String(x);

const operandOut = (one: Operand) => (isVariable(one) ? { id: one.id } : numberOut(one));

function nameOf(operation: Operation): string {
  const known = ownRow(operation.name);
  const isOwn = known === undefined && 'row' in operation;
  if (operation !== known && !isOwn) throw notWritable(operation.name);
  return operation.name;
}

/**
 * A trace as JSON, which `traceFromJSON` reads. O(length of the trace).
 *
 * @throws DeltaTapeError if it has a custom rule, of which only code knows what it is.
 * @example traceToJSON(traceTerm((x: Real) => sin(x))(1)).includes('"operation":"sin"') // true
 */
export function traceToJSON(term: TraceTerm): string {
  const { inputs, bindings, guards, outputs } = term;
  return JSON.stringify({
    inputs: inputs.map(({ name, primal }) => ({ name, primal: numberOut(primal) })),
    bindings: bindings.map(({ operation, args }) => ({
      operation: nameOf(operation),
      args: args.map(operandOut),
    })),
    guards: guards.map(({ args, answer, ...rest }) => ({
      ...rest,
      args: args.map(operandOut),
      answer: typeof answer === 'number' ? numberOut(answer) : answer,
    })),
    outputs: outputs.map(operandOut),
  });
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown, place: string): Fields => {
  if (typeof value !== 'object' || value === null) throw notATrace(place, 'an object');
  return value as Fields;
};
const listOf = <T>(value: unknown, place: string, read: (one: unknown, at: string) => T): T[] => {
  if (!Array.isArray(value)) throw notATrace(place, 'a list');
  return value.map((one, k) => read(one, `${place}[${k}]`));
};
const textOf = (value: unknown, place: string): string => {
  if (typeof value !== 'string') throw notATrace(place, 'a text');
  return value;
};

const others = ['NaN', 'Infinity', '-Infinity', '-0'];

function numberOf(value: unknown, place: string): number {
  if (typeof value === 'number') return value;
  if (!others.includes(value as string)) throw notATrace(place, 'a number');
  return Number(value);
}

/** @param top the ids that are bound there */
const operandOf =
  (top: number) =>
  (value: unknown, place: string): Operand => {
    if (typeof value !== 'object' || value === null) return numberOf(value, place);
    const { id } = value as Fields;
    if (!Number.isInteger(id) || (id as number) < 1 || (id as number) > top)
      throw notATrace(place, `an id from 1 to ${top}`);
    return { id: id as number };
  };

function guardOf(value: unknown, place: string, count: number): Guard {
  const { question, args, answer, after, source } = fieldsOf(value, place);
  const name = textOf(question, `${place}.question`);
  const isComparison = ['lt', 'le', 'gt', 'ge', 'eq'].includes(name);
  if (!isComparison && name !== 'value' && !namedOperators.has(name)) throw unknownOperation(name);
  if (!Number.isInteger(after) || (after as number) < 0)
    throw notATrace(`${place}.after`, 'a count of bindings');
  return {
    question: name,
    args: listOf(args, `${place}.args`, operandOf(count + (after as number))),
    answer: typeof answer === 'boolean' ? answer : numberOf(answer, `${place}.answer`),
    after: after as number,
    ...(source === undefined ? {} : { source: textOf(source, `${place}.source`) }),
  };
}

/**
 * The trace that `traceToJSON` wrote. O(length of the text).
 *
 * @param operators those of `definePrimitive` that it needs
 * @throws DeltaTapeError if the text is not a trace, or has an operation that is not known.
 * @example evaluateTrace(traceFromJSON(traceToJSON(traceTerm((x: Real) => mul(x, 2))(1))))([3]).values // [6]
 */
export function traceFromJSON(text: string, operators: readonly AnyOperator[] = []): TraceTerm {
  const own = new Map(operators.map(({ primitive }) => [primitive.name, primitive]));
  const operationOf = (value: unknown, place: string): Primitive => {
    const name = textOf(value, place);
    const found = own.get(name) ?? ownRow(name);
    if (found === undefined) throw unknownOperation(name);
    return found;
  };
  const read = fieldsOf(parsed(text), 'the text');
  const inputs = listOf(read.inputs, 'inputs', (value, place) => {
    const { name, primal } = fieldsOf(value, place);
    return { name: textOf(name, `${place}.name`), primal: numberOf(primal, `${place}.primal`) };
  });
  let top = inputs.length;
  const bindings = listOf(read.bindings, 'bindings', (value, place) => {
    const { operation, args } = fieldsOf(value, place);
    return {
      operation: operationOf(operation, `${place}.operation`),
      args: listOf(args, `${place}.args`, operandOf(top++)),
    };
  });
  return {
    inputs,
    bindings,
    guards: listOf(read.guards, 'guards', (value, place) => guardOf(value, place, inputs.length)),
    outputs: listOf(read.outputs, 'outputs', operandOf(top)),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw notATrace('the text', 'JSON');
  }
}
