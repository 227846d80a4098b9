/**
 * Functions that are formulas, `const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))`: operations on
 * parameters and literals. A call of one is computed where it stands, as a part of its segment.
 */
import { functionOf } from '../../front/callees.js';
import { bare, type Binding, type Expression, type Node, type types } from '../../front/syntax.js';
import { rowOf } from './code.js';
import type { Recorder } from './recorder.js';

export interface Formula {
  readonly parameters: readonly Binding[];
  readonly body: Expression;
}

/** The formula that a call is of, if it is of one and has the arguments for it. */
export function formulaOf(recorder: Recorder, call: types.CallExpression): Formula | null {
  const { facts } = recorder.inference;
  const f = functionOf(facts, call.callee);
  if (f === undefined || f.async === true || f.generator === true || recorder.isLeftAlone(f))
    return null;
  const { free, arguments: usesArguments, place } = facts.uses.get(f)!;
  const body = resultOf(f.body);
  if (free.size > 0 || usesArguments || place || body === null) return null;
  const parameters = f.params.flatMap((param) => {
    const binding = param.type === 'Identifier' ? facts.bindings.get(param) : undefined;
    return binding === undefined ? [] : [binding];
  });
  const fits =
    parameters.length === f.params.length &&
    call.arguments.length === parameters.length &&
    recorder.areNumeric(call.arguments) &&
    parameters.every((parameter) => recorder.inference.ofBinding(parameter).tag === 'real');
  return fits && isFormula(recorder, body, new Set(parameters)) ? { parameters, body } : null;
}

/** What a function returns, if that is all it does. */
function resultOf(body: types.BlockStatement | Expression): Expression | null {
  if (body.type !== 'BlockStatement') return body;
  const [only, ...others] = body.body;
  const isAll = others.length === 0 && body.directives.length === 0;
  return isAll && only?.type === 'ReturnStatement' ? (only.argument ?? null) : null;
}

function isFormula(recorder: Recorder, node: Node, parameters: ReadonlySet<Binding>): boolean {
  const areFormulas = (nodes: readonly Node[]) =>
    nodes.every((inner) => isFormula(recorder, inner, parameters));
  const inner = bare(node);
  switch (inner.type) {
    case 'NumericLiteral':
      return true;
    case 'Identifier':
      return parameters.has(recorder.inference.facts.bindings.get(inner)!);
    case 'UnaryExpression':
      return (inner.operator === '-' || inner.operator === '+') && areFormulas([inner.argument]);
    case 'BinaryExpression':
      return inner.operator in rowOf && areFormulas([inner.left, inner.right]);
    case 'CallExpression':
      return (
        recorder.mathRow(inner) !== null && recorder.isReal(inner) && areFormulas(inner.arguments)
      );
    default:
      return false;
  }
}
