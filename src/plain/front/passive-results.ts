/**
 * The kinds of the results of functions whose arguments cannot depend on an input. `triangle(d)` of a length d
 * is a number, and so passive, even if another call gives `triangle` a dual.
 */
import { Inference } from './inference.js';
import type { Binding, FunctionNode } from './syntax.js';

/** The inference in which the real parameters of all self-contained functions are plain numbers. */
export function passiveResults(otherwise: Inference): Inference {
  const { facts } = otherwise;
  const numbers = new Set<Binding>();
  for (const [f, { changing, functions }] of facts.uses) {
    // A variable that is assigned outside, or by functions inside, could hold a value of another call.
    if (!changing && !functions)
      realParameters(otherwise, f).forEach((parameter) => numbers.add(parameter));
  }
  return new Inference(facts, { numbers, otherwise });
}

/** The parameters of a function that are reals, and are assigned nothing else. */
export const realParameters = (inference: Inference, f: FunctionNode): Binding[] =>
  f.params.flatMap((param) => {
    const binding = param.type === 'Identifier' ? inference.facts.bindings.get(param) : undefined;
    if (binding === undefined || inference.ofBinding(binding).tag !== 'real') return [];
    const isConstant = inference.facts.definitions.get(binding)?.length === 1;
    return isConstant && !inference.facts.captured.has(binding) ? [binding] : [];
  });
