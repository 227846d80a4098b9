/**
 * Deltas as text, in the notation of Fig. 12: `Let x3 = Add (Var x2) (Scale (-1.0) (Var x1)) in`.
 * Coefficients are shown to twelve significant digits. Iterative, O(size).
 */
import type { Delta, DeltaId } from './delta.js';

export type NameOf = (id: DeltaId) => string;

function showNumber(x: number): string {
  const text = String(Number(x.toPrecision(12)));
  if (!(x < 0) && !Object.is(x, -0)) return text;
  return Number.isInteger(x) ? `(${x === 0 ? '-0' : text}.0)` : `(${text})`;
}

type Piece = string | { readonly delta: Delta; readonly inner: boolean };

/**
 * The pieces of a Delta, from left to right; `inner` ones are put in brackets where they need them.
 */
function pieces(delta: Delta, inner: boolean, nameOf: NameOf): Piece[] {
  const part = (child: Delta): Piece => ({ delta: child, inner: true });
  const bracketed = (...inside: Piece[]) => (inner ? ['(', ...inside, ')'] : inside);
  switch (delta.tag) {
    case 'Zero':
      return ['Zero'];
    case 'Var':
      return bracketed(`Var ${nameOf(delta.id)}`);
    case 'Scale':
      return bracketed(`Scale ${showNumber(delta.factor)} `, part(delta.delta));
    case 'Add':
      return bracketed('Add ', part(delta.left), ' ', part(delta.right));
    case 'Let': {
      const bound = { delta: delta.bound, inner: false };
      const body = { delta: delta.body, inner: false };
      return bracketed(`Let ${nameOf(delta.id)} = `, bound, ' in\n', body);
    }
  }
}

/**
 * A Delta as text, with the names that are given to ids. O(size).
 *
 * @example showDelta(Scale(3, Var(1)), (id) => `x${id}`) // Scale 3 (Var x1)
 */
export function showDelta(delta: Delta, nameOf: NameOf): string {
  const text: string[] = [];
  const rest: Piece[] = [{ delta, inner: false }];
  for (let piece = rest.pop(); piece !== undefined; piece = rest.pop()) {
    if (typeof piece === 'string') text.push(piece);
    else rest.push(...pieces(piece.delta, piece.inner, nameOf).reverse());
  }
  return text.join('');
}
