/**
 * Functions that are formulas: operations on parameters and literals, as in `const sigmoid = (x: number) => 1 /
 * (1 + Math.exp(-x))`. A call of a formula is computed where it stands, as a part of its basic block.
 */
import { functionOf } from '../../front/called-function.js';
import {
  bare,
  type Binding,
  type Expression,
  type FunctionNode,
  type Node,
  type types,
} from '../../front/syntax.js';
import { rowOf } from './term-code.js';
import type { Formula, Recorder } from './recorder.js';

/** The most operations of a formula. A longer function is called: its code would stand at every call. */
const LONGEST = 32;

/** The formula that a call applies; null if the callee is none or the arguments do not fit. */
export function formulaOf(recorder: Recorder, call: types.CallExpression): Formula | null {
  const f = functionOf(recorder.inference.facts, call.callee);
  if (f === undefined) return null;
  let formula = recorder.formulas.get(f);
  if (formula === undefined) recorder.formulas.set(f, (formula = read(recorder, f)));
  const fits =
    formula !== null &&
    call.arguments.length === formula.parameters.length &&
    recorder.areNumeric(call.arguments);
  return fits ? formula : null;
}

/** The formula that a function is, or null. */
function read(recorder: Recorder, f: FunctionNode): Formula | null {
  const { inference } = recorder;
  const { bindings, uses } = inference.facts;
  if (f.async === true || f.generator === true || recorder.isLeftAlone(f)) return null;
  const { outside, arguments: usesArguments, place } = uses.get(f)!;
  const body = resultOf(f.body);
  if (outside || usesArguments || place || body === null) return null;
  const parameters = f.params.flatMap((param) => {
    const binding = param.type === 'Identifier' ? bindings.get(param) : undefined;
    return binding !== undefined && inference.ofBinding(binding).tag === 'real' ? [binding] : [];
  });
  if (parameters.length < f.params.length) return null;
  const length = lengthOf(recorder, body, new Set(parameters));
  return length <= LONGEST ? { parameters, body } : null;
}

/** The expression that a function returns; null if the function does anything else. */
function resultOf(body: types.BlockStatement | Expression): Expression | null {
  if (body.type !== 'BlockStatement') return body;
  const [only] = body.body;
  const isAll = body.body.length === 1 && body.directives.length === 0;
  return isAll && only.type === 'ReturnStatement' ? (only.argument ?? null) : null;
}

/** The number of operations of a formula; Infinity for other code. */
function lengthOf(recorder: Recorder, node: Node, parameters: ReadonlySet<Binding>): number {
  const together = (nodes: readonly Node[]) =>
    nodes.reduce((sum, inner) => sum + lengthOf(recorder, inner, parameters), 1);
  const inner = bare(node);
  switch (inner.type) {
    case 'NumericLiteral':
      return 0;
    case 'Identifier':
      return parameters.has(recorder.inference.facts.bindings.get(inner)!) ? 0 : Infinity;
    case 'UnaryExpression':
      return ['-', '+'].includes(inner.operator) ? together([inner.argument]) : Infinity;
    case 'BinaryExpression':
      return inner.operator in rowOf ? together([inner.left, inner.right]) : Infinity;
    case 'CallExpression':
      return recorder.mathRow(inner) !== null && recorder.isReal(inner)
        ? together(inner.arguments)
        : Infinity;
    default:
      return Infinity;
  }
}
