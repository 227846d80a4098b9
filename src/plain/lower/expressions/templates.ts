/** Lowers texts of parts, and operators on texts. */
import type { Node, types } from '../../front/syntax.js';
import { isArray, type Value } from '../../ir/ir.js';
import { OptionalMembers } from './optional-members.js';
import { lost, meaning, type Frame, type Meaning } from '../meanings/meanings.js';
import { isTextual } from '../meanings/words.js';

export abstract class Templates extends OptionalMembers {
  /** A text of parts; undefined where texts are not lowered. */
  protected abstract joinedTexts(parts: readonly Meaning[], node: Node): Meaning | undefined;
  protected abstract orderOfTexts(
    operator: string,
    x: Meaning,
    y: Meaning,
    node: Node,
  ): Value | undefined;
  /** A text of parts: it is known where all are. Otherwise it may be handed on, as long as nobody asks for it. */
  protected template({ quasis, expressions }: types.TemplateLiteral, frame: Frame): Meaning {
    const parts = expressions.map((inner) => [this.expression(inner, frame), inner] as const);
    let text = quasis[0].value.cooked ?? '';
    let isKnown = true;
    parts.forEach(([part, inner], k) => {
      const isPlain = isTextual(part) || part.tag === 'value';
      if (!isPlain || (part.tag === 'value' && isArray(part.value.type)))
        this.refuse(inner, 'a text of what is no number and no text', 'leave the text out');
      isKnown &&= part.tag === 'text';
      text += `${part.tag === 'text' ? part.text : ''}${quasis[k + 1].value.cooked ?? ''}`;
    });
    if (isKnown) return { tag: 'text', text };
    const all = parts.flatMap(([part], k): Meaning[] => [
      part,
      { tag: 'text', text: quasis[k + 1].value.cooked ?? '' },
    ]);
    const made = this.joinedTexts(
      [{ tag: 'text', text: quasis[0].value.cooked ?? '' }, ...all],
      expressions[0],
    );
    return made ?? lost('a text that is made of numbers', 'leave it out');
  }

  /** What an operator makes of two texts; undefined for what are no texts. */
  protected operationOnTexts(
    node: types.BinaryExpression,
    x: Meaning,
    y: Meaning,
  ): Meaning | undefined {
    if (node.operator === '+')
      return [x, y].some(isTextual) ? this.joinedTexts([x, y], node) : undefined;
    const ordered = this.orderOfTexts(node.operator, x, y, node);
    return ordered && meaning(ordered);
  }
}
