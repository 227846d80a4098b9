/**
 * Lowers a function of a module, with all that it calls, from syntax to the language of the numeric tier; or says why
 * not. O(size of what is lowered), which is bounded.
 */
import type { Facts } from '../front/facts.js';
import type { FunctionNode, Node } from '../front/syntax.js';
import { bindingOf } from './functions/called-as-runs.js';
import { harmless, partsRead } from './harmless/harmless.js';
import { Lowering } from './lowering.js';
import type { Lowered } from './names/lowered-function.js';
import type { On } from './names/outside.js';
import { Lessons } from './shapes/lessons.js';
import { childrenOf } from './syntax/assigned.js';
import { Refusal, type Remedy } from './syntax/refusal.js';
import { mentionsContainers, withContainers } from './syntax/with-containers.js';

/** The most parts of a function with all that it calls. */
const MOST = 40_000;

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
  const whole = { facts, node, name, on };
  const all = withTypes(whole, bound, isOpen, new Lessons());
  return all.lowered.tag === 'lowered' ? all.lowered : withRuns(whole, bound, isOpen, all);
}

/** What is lowered. */
interface Whole {
  readonly facts: Facts;
  readonly node: FunctionNode;
  readonly name: string;
  readonly on: On | undefined;
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
  /** The functions that were being called where lowering ended, the innermost last. */
  readonly called: readonly FunctionNode[];
}

/** How many functions are called as they are. */
const MOST_RUNS = 8;

/** To read so many parts takes as long as to lower one. */
const READ_AS_ONE = 3;

/** The same where functions that are refused are called as they are: the smallest that hold what is refused. */
function withRuns(whole: Whole, bound: number, isOpen: boolean, all: Attempt): Lowered {
  const { facts, node } = whole;
  const runs = new Lessons();
  let last = all;
  let { size } = all.lowered;
  for (let k = 0; k < MOST_RUNS && last.lowered.tag === 'refused' && size < bound; k++) {
    const before = partsRead(facts);
    const f = last.called.slice(1).findLast((one) => !runs.isRun(one) && mayRun(facts, one, node));
    size += Math.ceil((partsRead(facts) - before) / READ_AS_ONE);
    if (f === undefined) break;
    runs.learnRun(f, last.lowered.reason);
    last = withTypes(whole, bound - size, isOpen, runs);
    size += last.lowered.size;
  }
  return { ...(last.lowered.tag === 'lowered' ? last : all).lowered, size };
}

/** Whether a function may be called as it is: one that is declared outside, has no `this`, and changes nothing. */
function mayRun(facts: Facts, f: FunctionNode, root: FunctionNode): boolean {
  const binding = bindingOf(facts, f);
  if (binding === undefined || facts.uses.get(f)?.receiver !== false) return false;
  const owner = facts.ownerOf(binding);
  const isOutside =
    owner === null || (owner !== root && !(owner.start! >= root.start! && owner.end! <= root.end!));
  return isOutside && !mayGoOn(f) && harmless(facts, f) !== null;
}

/** Whether a generator has a loop without an end of its own: what calls it takes what it needs. */
function mayGoOn(f: FunctionNode): boolean {
  const goesOn = (node: Node): boolean => {
    const test = 'test' in node ? node.test : undefined;
    const isLoop = node.type === 'ForStatement' || node.type === 'WhileStatement';
    return (
      (isLoop && (test == null || (test as Node).type === 'BooleanLiteral')) ||
      childrenOf(node).some(goesOn)
    );
  };
  return f.generator === true && goesOn(f.body);
}

/** Lowers a function while types are open, and if that is refused, with what they mostly are. */
function withTypes(whole: Whole, bound: number, isOpen: boolean, runs: Lessons): Attempt {
  const first = remedied(whole, bound, isOpen, runs);
  // What is refused while types are open may be right for what they mostly are.
  if (first.lowered.tag === 'lowered' || !first.hasOpen) return first;
  const { size } = first.lowered;
  const last = remedied(whole, bound - size, false, runs);
  return { ...last, lowered: { ...last.lowered, size: size + last.lowered.size } };
}

/** Lowers a function with what may help where it is refused; and last with pools, if it makes objects. */
function remedied(whole: Whole, bound: number, isOpen: boolean, runs: Lessons): Attempt {
  const first = attempted(whole, bound, isOpen, new Lessons(runs));
  if (first.lowered.tag === 'lowered' || !first.makesObjects) return first;
  const lessons = new Lessons(runs);
  lessons.take('pools');
  const second = attempted(whole, bound, isOpen, lessons);
  return second.lowered.tag === 'lowered' ? second : first;
}

function attempted(
  { facts, node, name, on }: Whole,
  bound: number,
  isOpen: boolean,
  lessons: Lessons,
): Attempt {
  let [size, whole]: [number, Lowered | null] = [0, null];
  for (;;) {
    const lowering = new Lowering(facts, bound - size, lessons);
    lowering.isOpen = isOpen;
    const { lowered, remedy } = tried(lowering, node, name, on);
    const { hasOpen, makesObjects, called } = lowering;
    size += lowered.size;
    const beside = { hasOpen, makesObjects, called };
    if (lowered.tag === 'lowered') return { lowered: { ...lowered, size }, ...beside };
    if (remedy === 'outlining') whole ??= lowered;
    if (remedy === undefined || !lessons.take(remedy))
      return { lowered: { ...(whole ?? lowered), size }, ...beside };
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
