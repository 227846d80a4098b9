/** Lowers code that runs only where a condition says that variables hold something: there they are no more what may be missing. */
import { bare, type Node, type types } from '../../front/syntax.js';
import type { Value } from '../../ir/ir.js';
import type { Frame } from '../meanings/meanings.js';
import { absentSide } from '../syntax/asked-whether-there.js';
import { Assignments } from './assignments.js';

export abstract class Narrowing extends Assignments {
  /** `if` by a condition as it is written. */
  protected ifAt(
    node: Node,
    test: Value,
    frame: Frame,
    then: () => void,
    otherwise: () => void,
  ): void {
    this.if(
      test,
      this.knowing(node, true, frame, then),
      this.knowing(node, false, frame, otherwise),
    );
  }

  /** What is lowered where a condition is true, or false. A variable that holds the same afterwards may be missing again. */
  protected knowing(node: Node, isTrue: boolean, frame: Frame, lower: () => void): () => void {
    return () => {
      const before = held(node, isTrue).flatMap((name) => {
        const binding = this.facts.bindings.get(name);
        const slot = binding && frame.find(binding);
        const given = slot && this.state.get(slot);
        if (given?.tag !== 'optional') return [];
        // It is asked once more, since a condition may say less than it seems to.
        const found = this.sure(given);
        this.state.set(slot!, found);
        return [{ slot: slot!, given, found }];
      });
      lower();
      for (const { slot, given, found } of before)
        if (this.state.get(slot) === found) this.state.set(slot, given);
    };
  }
}

/** So many operands of a condition are looked at, the last ones: long conditions take no more than each of them. */
const DEEPEST = 8;

/** The variables that hold something where a condition is true, or false. O(1). */
function held(given: Node, isTrue: boolean, depth = DEEPEST): types.Identifier[] {
  if (depth === 0) return [];
  const node = bare(given);
  switch (node.type) {
    case 'Identifier':
      return isTrue ? [node] : [];
    case 'UnaryExpression':
      return node.operator === '!' ? held(node.argument, !isTrue, depth - 1) : [];
    case 'LogicalExpression': {
      const isBoth = node.operator === (isTrue ? '&&' : '||');
      return isBoth ? [node.left, node.right].flatMap((of) => held(of, isTrue, depth - 1)) : [];
    }
    case 'BinaryExpression': {
      const side = absentSide(node);
      if (side === undefined) return [];
      const isThere = node.operator.startsWith('!');
      const asked = bare(side === 'left' ? node.right : node.left);
      return isThere === isTrue && asked.type === 'Identifier' ? [asked] : [];
    }
    default:
      return [];
  }
}
