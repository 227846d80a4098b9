/**
 * The functions that ask, when a run calls them that records, whether the call is one binding
 * (runtime/specialised/specialised-calls.ts). Asking takes as long as recording some thirty operations, so what has fewer does not ask.
 */
import {
  isFunction,
  walk,
  type FunctionNode,
  type Node,
  type NodePath,
  type types,
  type Types,
} from '../front/syntax.js';
import type { AttachedCores } from './attached-cores.js';
import { functionName } from './function-names.js';

const FEWEST = 30;

export class CallsInRuns {
  constructor(
    private readonly t: Types,
    private readonly cores: AttachedCores | null,
  ) {}

  /** The name by which the version of such a function can ask; null if there is none, or it means something else there. */
  askedName(path: NodePath<FunctionNode>): types.Identifier | null {
    const { node, scope } = path;
    if (this.cores?.tells(node) !== true || node.generator === true || node.async === true)
      return null;
    const { reference } = functionName(this.t, path);
    if (reference?.type !== 'Identifier' || scope.hasOwnBinding(reference.name)) return null;
    return this.operations(node) >= FEWEST ? reference : null;
  }

  /** The number of operations as far as they are seen; more than enough where any is done again and again. */
  private operations(f: FunctionNode): number {
    let count = 0;
    walk(this.t, f, null, (node: Node) => {
      if (node.type === 'BinaryExpression' || node.type === 'CallExpression') count++;
      else if (node !== f && (this.t.isLoop(node) || isFunction(node))) count += FEWEST;
    });
    return count;
  }
}
