/** Statements that were made of declarations, so that another statement can be put in front of one later. */
import type { Binding, Node, types } from '../front/syntax.js';

interface Made {
  readonly list: types.Statement[];
  readonly statement: types.Statement;
  /** The place of the temporaries there. */
  readonly frame: unknown;
  mark: types.Identifier | null;
}

interface Marking {
  /** The variable that the statement assigns. */
  readonly mark: types.Identifier;
  readonly statement: types.Statement;
}

export class MadeDeclarations {
  private readonly made = new Map<Node, Made>();

  /** @param list where the statement is the last */
  note(node: types.Statement, list: types.Statement[], frame: unknown): void {
    if (node.type === 'VariableDeclaration')
      this.made.set(node, { list, statement: list.at(-1)!, frame, mark: null });
  }

  /** Puts a statement in front of the first declaration of some variables, once; null if there is none in the frame. */
  markBefore(
    variables: ReadonlySet<Binding>,
    frame: unknown,
    make: () => Marking,
  ): types.Identifier | null {
    const [first] = [...variables]
      .map(({ path }) => path.parent)
      .filter((one) => this.made.get(one)?.frame === frame)
      .sort((one, other) => one.start! - other.start!);
    const made = first && this.made.get(first);
    if (made === undefined) return null;
    if (made.mark === null) {
      const { mark, statement } = make();
      made.mark = mark;
      made.list.splice(made.list.indexOf(made.statement), 0, statement);
    }
    return made.mark;
  }
}
