/**
 * Lowers a function of a module, with all that it calls, from syntax to the language of the numeric tier; or says why
 * not. O(size of what is lowered), which is bounded.
 */
import type { Facts } from '../front/facts.js';
import type { FunctionNode } from '../front/syntax.js';
import { Lowering } from './lowering.js';
import type { Lowered } from './names/lowered-function.js';
import type { On } from './names/outside.js';
import { Lessons } from './shapes/lessons.js';
import { Refusal, type Remedy } from './syntax/refusal.js';
import { mentionsContainers, withContainers } from './syntax/with-containers.js';

/** The most parts of a function with all that it calls. */
const MOST = 12_000;

/**
 * A function of a module in the language, or why it is not.
 *
 * @param on what it is bound to
 * @param isOpen whether types that nobody wrote down may stay open; they do where the code is right for each of them
 */
function lowerPlain(
  facts: Facts,
  node: FunctionNode,
  name: string,
  most = MOST,
  isOpen = false,
  on?: On,
): Lowered {
  const bound = Math.min(most, MOST);
  const first = remedied(facts, node, name, bound, isOpen, on);
  // What is refused while types are open may be right for what they mostly are.
  if (first.lowered.tag === 'lowered' || !first.hasOpen) return first.lowered;
  const { size } = first.lowered;
  const { lowered } = remedied(facts, node, name, bound - size, false, on);
  return { ...lowered, size: size + lowered.size };
}

/** The same with texts, maps, sets and objects with any keys, for what is refused without these. */
export function lower(
  facts: Facts,
  node: FunctionNode,
  name: string,
  most = MOST,
  isOpen = false,
  on?: On,
): Lowered {
  const first = lowerPlain(facts, node, name, most, isOpen, on);
  if (first.tag === 'lowered' || !mentionsContainers(facts)) return first;
  const { size } = first;
  const second = lowerPlain(withContainers(facts), node, name, most - size, isOpen, on);
  return { ...second, size: size + second.size };
}

interface Attempt {
  readonly lowered: Lowered;
  readonly hasOpen: boolean;
  readonly makesObjects: boolean;
}

/** Lowers a function with what may help where it is refused; and last with pools, if it makes objects. */
function remedied(
  facts: Facts,
  node: FunctionNode,
  name: string,
  bound: number,
  isOpen: boolean,
  on: On | undefined,
): Attempt {
  const first = attempted(facts, node, name, bound, isOpen, on, new Lessons());
  if (first.lowered.tag === 'lowered' || !first.makesObjects) return first;
  const lessons = new Lessons();
  lessons.take('pools');
  const second = attempted(facts, node, name, bound, isOpen, on, lessons);
  return second.lowered.tag === 'lowered' ? second : first;
}

function attempted(
  facts: Facts,
  node: FunctionNode,
  name: string,
  bound: number,
  isOpen: boolean,
  on: On | undefined,
  lessons: Lessons,
): Attempt {
  let [size, whole]: [number, Lowered | null] = [0, null];
  for (;;) {
    const lowering = new Lowering(facts, bound - size, lessons);
    lowering.isOpen = isOpen;
    const { lowered, remedy } = tried(lowering, node, name, on);
    const { hasOpen, makesObjects } = lowering;
    size += lowered.size;
    if (lowered.tag === 'lowered') return { lowered: { ...lowered, size }, hasOpen, makesObjects };
    if (remedy === 'outlining') whole ??= lowered;
    if (remedy === undefined || !lessons.take(remedy))
      return { lowered: { ...(whole ?? lowered), size }, hasOpen, makesObjects };
  }
}

/** Lowers a function, or tells what may help. */
function tried(
  lowering: Lowering,
  node: FunctionNode,
  name: string,
  on: On | undefined,
): { readonly lowered: Lowered; readonly remedy?: Remedy | undefined } {
  try {
    return { lowered: { ...lowering.lower(node, name, on), size: lowering.size } };
  } catch (error) {
    // Lowering goes as deep as calls are inlined in each other.
    const refusal = error instanceof RangeError ? new Refusal(node, ...tooDeep) : error;
    if (!(refusal instanceof Refusal)) throw error;
    const { reason, remedy } = refusal;
    return { lowered: { tag: 'refused', reason, size: lowering.size }, remedy };
  }
}

const tooDeep = ['code that is nested too deeply', 'give parts of it names'] as const;
