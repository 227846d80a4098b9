/** λ-terms as text, in the notation of the paper. */
import type { Lambda } from './lambda-terms.js';

const isAtom = ({ tag }: Lambda): boolean => ['variable', 'numeral', 'pair'].includes(tag);
const bracketed = (t: Lambda, isBare: boolean): string =>
  isBare ? showLambda(t) : `(${showLambda(t)})`;
const inside = (t: Lambda): string =>
  bracketed(t, isAtom(t) || (t.tag === 'call' && t.symbol.name !== 'mul'));
/** Fresh names are shown without what tells them apart from those of the reader. */
const nameText = (name: string): string =>
  name.replace(
    /^([^.]*?)(\d*)('?)\.(\d+)$/,
    (_, letter: string, digits: string, prime: string, n: string) =>
      `${letter}${digits === '' ? '' : `${digits}_`}${n}${prime}`,
  );

/**
 * A λ-term as text: λx. t, ⟨t, u⟩, and t[x := u] for an explicit substitution. O(size).
 *
 * @example showLambda(substitution(plus(variable('x'), numeral(1)), 'x', numeral(2))) // (x + 1)[x := 2]
 */
export function showLambda(t: Lambda): string {
  switch (t.tag) {
    case 'variable':
      return nameText(t.name);
    case 'numeral':
      return t.value < 0 ? `(${t.value})` : String(t.value);
    case 'lambda':
      return `λ${nameText(t.name)}. ${showLambda(t.body)}`;
    case 'application':
      return `${bracketed(t.left, isAtom(t.left) || t.left.tag === 'application')} ${inside(t.right)}`;
    case 'pair':
      return `⟨${showLambda(t.left)}, ${showLambda(t.right)}⟩`;
    case 'sum': {
      const [left, right] = [t.left, t.right].map((one) =>
        bracketed(one, isAtom(one) || one.tag === 'call' || one.tag === 'application'),
      );
      return `${left} + ${right}`;
    }
    case 'call': {
      const { symbol, args } = t;
      if (symbol.name === 'mul') return args.map(inside).join(' · ');
      return `${symbol.name}(${args.map(showLambda).join(', ')})`;
    }
    case 'substitution':
      return `${under(t.body)}[${nameText(t.name)} := ${showLambda(t.of)}]`;
    case 'unpairing':
      return `${under(t.body)}[⟨${t.names.map(nameText).join(', ')}⟩ := ${showLambda(t.of)}]`;
  }
}

const under = (body: Lambda): string =>
  bracketed(body, isAtom(body) || ['substitution', 'unpairing'].includes(body.tag));
