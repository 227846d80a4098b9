/**
 * Marks in the functions and classes of a module: comments that name the place where they were written. By them the
 * runtime gives the text as it was written (functions/original-texts.ts).
 */
import { withoutTypes } from '../front/erased-types.js';
import { isFunction, type Node, type types, type Types } from '../front/syntax.js';
import { markOf } from '../joined/text-mark.js';
import type { AddedNames } from './added-names.js';

type Marked = types.Function | types.Class;

const isClass = ({ type }: Node): boolean => /^Class(Declaration|Expression)$/.test(type);

/** Where the text of a function begins, which `static` is not part of. */
function startOf(node: Marked, from: number, to: number, code: string): number {
  if (!('static' in node) || node.static !== true) return from;
  const start = node.decorators?.at(-1)?.end ?? from;
  return start + (/^[^]*?\bstatic\b\s*/.exec(code.slice(start, to))?.[0].length ?? 0);
}

/** The text of a module without its types, and the marks of its functions. */
export class OriginalPlaces {
  private readonly text: string;
  private readonly name: string;

  /** @param program the module as it was written */
  constructor(
    private readonly t: Types,
    program: types.Program,
    code: string,
  ) {
    this.text = withoutTypes(t, program, code);
    this.name = markOf(this.text);
  }

  /** The statement that remembers the text. */
  remembered(names: AddedNames): types.Statement {
    const { t } = this;
    const args = [t.stringLiteral(this.name), t.stringLiteral(this.text)];
    return t.expressionStatement(t.callExpression(names.runtime('writtenAs'), args));
  }

  /** Marks all functions and classes that were written in the module, and their versions. */
  mark(program: types.Program): void {
    this.t.traverseFast(program, (node) => {
      if (isFunction(node) || isClass(node)) this.markOne(node as Marked);
    });
  }

  private markOne(node: Marked): void {
    const place = node.loc;
    if (place == null || !('index' in place.start)) return;
    const [start, to] = [place.start.index, place.end.index];
    const from = startOf(node, start, to, this.text);
    const spaces = /^\s*/.exec(this.text.slice(from, to))![0].length;
    const [at, kind] = this.placeIn(node);
    this.t.addComment(at, kind, `#${this.name}:${from + spaces}:${to}`);
  }

  private placeIn({ body }: Marked): [Node, 'leading' | 'inner'] {
    if (body.type !== 'BlockStatement' && body.type !== 'ClassBody') return [body, 'leading'];
    const [first] = [...('directives' in body ? body.directives : []), ...body.body];
    return first === undefined ? [body, 'inner'] : [first, 'leading'];
  }
}
