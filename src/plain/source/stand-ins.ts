/** Native functions in the places of some of a module: of rows of its own, and of those under `'use no grad'`. */
import { stopGradient } from '../../derivatives/stop-gradient.js';
import type { FunctionNode, Node, types } from '../front/syntax.js';
import { nativeToken } from '../specialise/calls/calls.js';
import { libraryNatives } from '../specialise/calls/library-operators.js';
import { solidNumber } from '../specialise/machine/numbers-and-bools.js';
import { dynamic, NOTHING, type Abstract } from '../specialise/values/abstract.js';

/** A row by its name in programs. */
export const rowCalled = (name: string): Abstract => ({
  tag: 'host',
  value: nativeToken((m, _, args) =>
    dynamic(
      m.b.prim(
        name,
        args.map((one) => solidNumber(m, one)),
      ),
    ),
  ),
});

interface Directed {
  readonly directives?: readonly types.Directive[] | null;
}
const says = ({ directives }: Directed, what: string): boolean =>
  directives?.some(({ value }) => value.value === what) === true;

/** True if what comes out of a function has no derivatives. */
export function isPassive({ body }: FunctionNode, program: types.Program): boolean {
  const own: Directed = body.type === 'BlockStatement' ? body : {};
  if (says(own, 'use no grad')) return true;
  return says(program, 'use no grad') && !says(own, 'use grad');
}

const known = new WeakMap<Node, FunctionNode>();

/** The same node for each try. */
export function withoutDirectives(node: FunctionNode): FunctionNode {
  let made = known.get(node);
  if (made === undefined) {
    made = { ...node, body: { ...node.body, directives: [] } } as FunctionNode;
    known.set(node, made);
  }
  return made;
}

/** A function whose results have no derivatives. */
export function passive(f: Abstract): Abstract {
  const stop = libraryNatives.get(stopGradient)!;
  const value = nativeToken((m, self, args) => {
    const result = m.meaning.call(m, f, self, args);
    if (m.isDead) return result;
    if (result.tag === 'unset' || (result.tag === 'known' && result.value === undefined))
      m.refuse("a function with 'use no grad' that gives nothing");
    return stop(m, NOTHING, [result]);
  });
  return { tag: 'host', value };
}
