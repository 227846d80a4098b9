/**
 * Makes one object of all terms that compute the same (hash-consing). A part that a derivative has in common
 * with the program, or with itself, then is one let. O(1) for a term whose parts are known.
 */
import { apply, type Term } from './terms.js';

const commutative = new Set(['add', 'mul', 'times']);

export class TermSharing {
  private readonly found = new Map<Term, Term>();
  private readonly byText = new Map<string, Term>();
  private readonly numbers = new Map<unknown, number>();

  /** The first term that computes the same. If there is none, this term, of parts that are shared. */
  of(term: Term): Term {
    return (
      this.found.get(term) ??
      this.first(
        term,
        term.tag === 'apply'
          ? apply(
              term.op,
              term.args.map((arg) => this.of(arg)),
            )
          : term,
      )
    );
  }

  /** Remembers a term of the program, which is used as it is. */
  note<T extends Term>(term: T): T {
    this.first(term, term);
    return term;
  }

  private first(term: Term, own: Term): Term {
    const text = this.text(term);
    const first = this.byText.get(text) ?? own;
    this.byText.set(text, first);
    this.found.set(term, first);
    return first;
  }

  private text(term: Term): string {
    switch (term.tag) {
      case 'constant':
        return Object.is(term.value, -0) ? '-0' : String(term.value);
      case 'input':
        return `input ${term.name}`;
      case 'apply': {
        const args = term.args.map((arg) => this.number(this.of(arg)));
        if (commutative.has(term.op)) args.sort((a, b) => a - b);
        return `${term.op} ${args.join(' ')}`;
      }
      default:
        return `term ${this.number(term)}`;
    }
  }

  private number(term: Term): number {
    let number = this.numbers.get(term);
    if (number === undefined) this.numbers.set(term, (number = this.numbers.size));
    return number;
  }
}
