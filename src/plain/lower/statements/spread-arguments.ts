/** Lowers arguments of calls whose function takes all from a place on as a list: there lists may be spread. */
import { realParams, type FunctionNode, type Node } from '../../front/syntax.js';
import type { Call } from '../arrays/arrays.js';
import { Maps } from '../derivatives/maps.js';
import type { Frame, Meaning } from '../meanings/meanings.js';

export abstract class SpreadArguments extends Maps {
  /** Whether a function is called as it is, or is one of its own: then its arguments are told apart. */
  protected abstract isApart(node: FunctionNode, outer: Frame): boolean;

  /** The arguments of a call, the last of which may be a new list that is all the rest. */
  protected argumentsOf(of: Meaning, node: Call, frame: Frame): readonly Meaning[] {
    const args: readonly Node[] = node.arguments;
    const isSpread = args.some(({ type }) => type === 'SpreadElement');
    if (!isSpread || of.tag !== 'function' || this.isApart(of.node, of.frame))
      return this.arguments(node, frame);
    const params = realParams<Node>(of.node.params);
    if (params.at(-1)?.type !== 'RestElement') return this.arguments(node, frame);
    const parts = this.partsOfList(args, frame, node);
    const before = params.length - 1;
    const first = parts.findIndex((part) => 'all' in part);
    if (first < 0) return parts as readonly Meaning[];
    if (first < before)
      return this.refuse(node, 'a spread list in the place of parameters', 'name the arguments');
    const rest = this.spread(parts.slice(before), node);
    this.rests.add(rest);
    return [...(parts.slice(0, before) as Meaning[]), rest];
  }
}
