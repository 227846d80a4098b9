/** Traces as text, and compared by it. */
import { isVariable, type Guard, type Operand, type TraceTerm } from './trace-term.js';

const numberText = (x: number): string => (Object.is(x, -0) ? '-0' : String(x));

/** The lines of a trace, in which all of it is but where its questions were asked. */
function linesOf(term: TraceTerm, noteOf: (guard: Guard) => string): string[] {
  const { inputs, bindings, guards, outputs } = term;
  const count = inputs.length;
  const text = (one: Operand): string => {
    if (!isVariable(one)) return numberText(one);
    return one.id <= count ? inputs[one.id - 1].name : `x${one.id - count}`;
  };
  const called = (name: string, args: readonly Operand[]) =>
    `${name}(${args.map(text).join(', ')})`;
  const lines: string[] = [];
  let next = 0;
  const ask = (after: number): void => {
    for (; next < guards.length && guards[next].after <= after; next++) {
      const { question, args, answer } = guards[next];
      const told = typeof answer === 'number' ? numberText(answer) : String(answer);
      lines.push(`-- ${called(question, args)} is ${told}${noteOf(guards[next])}`);
    }
  };
  bindings.forEach(({ operation, args }, k) => {
    ask(k);
    lines.push(`let x${k + 1} = ${called(operation.name, args)} in`);
  });
  ask(bindings.length);
  lines.push(`(${outputs.map(text).join(', ')})`);
  return lines;
}

const placeOf = ({ source }: Guard): string => {
  const line = source === undefined ? undefined : /([^\\/]+:\d+):\d+$/.exec(source)?.[1];
  return line === undefined ? '' : `, ${line}`;
};

/**
 * A trace as text: inputs by their names, bindings as x1, x2, …, constants to the last bit, and the
 * questions that steered the run as comments. O(length of the trace).
 *
 * @example showTrace(traceTerm((x: Real) => mul(2, x))(3)).startsWith('let x1 = mul(2, s) in') // true
 */
export const showTrace = (term: TraceTerm): string => linesOf(term, placeOf).join('\n');

/** The first lines by which two traces differ; a trace that ends before has none there. */
export interface TraceDifference {
  /** Counted from 1. */
  readonly line: number;
  readonly one: string | undefined;
  readonly other: string | undefined;
}

/**
 * Where two traces differ, line by line as `showTrace` prints them; null if they are the same program with
 * the same guards. Operations are compared by their names. Where questions were asked, and the inputs of
 * the runs, do not matter. O(length of the traces).
 *
 * @example compareTraces(traceTerm((x: Real) => sin(x))(1), traceTerm((x: Real) => sin(x))(2)) // null
 */
export function compareTraces(one: TraceTerm, other: TraceTerm): TraceDifference | null {
  const heads = [one, other].map(({ inputs }) => inputs.map(({ name }) => name).join(', '));
  const [first, second] = [one, other].map((term) => linesOf(term, () => ''));
  if (heads[0] !== heads[1]) return { line: 1, one: heads[0], other: heads[1] };
  const length = Math.max(first.length, second.length);
  for (let k = 0; k < length; k++)
    if (first[k] !== second[k]) return { line: k + 1, one: first[k], other: second[k] };
  return null;
}
