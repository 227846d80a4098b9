/**
 * What functions return for arguments that cannot depend on an input: `triangle(d)` for a length d is a
 * number, and so passive, though `triangle` may be called with a dual elsewhere.
 */
import { Inference } from './inference.js';
import type { Binding, FunctionNode } from './syntax.js';

/** What holds where the parameters are plain numbers of all functions that are by themselves. */
export function passiveResults(otherwise: Inference): Inference {
  const { facts } = otherwise;
  const numbers = new Set<Binding>();
  for (const [f, { changing, functions }] of facts.uses) {
    // What is assigned outside, or by functions inside, could be of another call.
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
