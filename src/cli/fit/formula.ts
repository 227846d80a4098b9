/**
 * The formulas of the command: numbers, names, + - * / ^, and functions of the table of primitives. A text is parsed
 * into steps, and never run as code. Powers bind tighter than signs, as in mathematics: -x^2 is -(x^2).
 */
import { nearest } from '../../errors/nearest.js';
import { namedOperators } from '../../special/named.js';
import { add, div, log, mul, neg, pow, sub } from '../../core/primitives/table.js';
import type { AnyOperator } from '../../core/primitives/row.js';
import { counted } from '../../learn/runs/aligned-text.js';
import { Failure } from '../failure.js';

/** A step has a value at each row: a constant, a name of the formula, or an operator at earlier steps. */
export type Step =
  | { readonly constant: number }
  | { readonly name: number }
  | { readonly operator: AnyOperator; readonly args: readonly number[] };

export interface Formula {
  readonly text: string;
  /** The names that it uses, in the order of the text. */
  readonly names: readonly string[];
  /** The last one is the value. */
  readonly steps: readonly Step[];
  /** Where a name stands first, for errors. */
  readonly places: readonly number[];
  /** Names that are raised to powers. */
  readonly bases: readonly string[];
}

/** Names that are numbers, unless a column has the name. */
export const constants: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['π', Math.PI],
]);

const functions: ReadonlyMap<string, AnyOperator> = new Map([...namedOperators, ['ln', log]]);

interface Infix {
  readonly operator: AnyOperator;
  readonly strength: number;
}
const [SUM, PRODUCT, SIGN, POWER] = [1, 2, 3, 4];
const infixes: Readonly<Record<string, Infix>> = {
  '+': { operator: add, strength: SUM },
  '-': { operator: sub, strength: SUM },
  '*': { operator: mul, strength: PRODUCT },
  '/': { operator: div, strength: PRODUCT },
  '^': { operator: pow, strength: POWER },
  '**': { operator: pow, strength: POWER },
};

/** The characters of a long formula that are shown before and after a place. */
const AROUND = 60;

/** The longest formula, and how deeply it may be nested: what is longer or deeper is not a formula of a person. */
const LONGEST = 5000;
const DEEPEST = 200;

const MODEL = 'the model';

/** An error that shows a place of a formula. @param advice stands below */
export function refusal(text: string, at: number, why: string, name = MODEL, advice = ''): Failure {
  const place = Math.min(at, text.length);
  const from = Math.max(0, place - AROUND);
  const shown = text.slice(from, place + AROUND).replaceAll('\n', ' ');
  const mark = `  ${shown}\n  ${' '.repeat(place - from)}^`;
  return new Failure(`${name} ${why}:\n${mark}${advice === '' ? '' : `\n${advice}`}`);
}

type Kind = 'number' | 'name' | 'quoted' | 'mark' | 'end';
interface Token {
  readonly kind: Kind;
  readonly text: string;
  readonly at: number;
}

const token =
  /\s*(?:(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?<name>[\p{L}_$][\p{L}\p{N}_$]*)|`(?<quoted>[^`]*)`|(?<mark>\*\*|[-+*/^(),]))/uy;

function tokensOf(text: string, name: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (let next = 0; next < end; next = token.lastIndex) {
    token.lastIndex = next;
    const match = token.exec(text);
    const at = next + /^\s*/.exec(text.slice(next))![0].length;
    if (match === null) throw unreadable(text, at, name);
    const [kind, found] = Object.entries(match.groups!).find(([, part]) => part !== undefined)!;
    tokens.push({ kind: kind as Kind, text: found, at });
  }
  return [...tokens, { kind: 'end', text: '', at: end }];
}

function unreadable(text: string, at: number, name: string): Failure {
  const mark = text[at];
  if (mark === '`') return refusal(text, at, 'has a ` without its partner', name);
  const advice =
    mark === '='
      ? ': write the right side only, and the response by --y'
      : '. It takes numbers, names, + - * / ^ ( ) and functions; a column with other signs in its name stands in `backticks`';
  return refusal(text, at, `cannot have ${mark} here${advice}`, name);
}

class Parser {
  readonly names: string[] = [];
  readonly places: number[] = [];
  readonly bases: string[] = [];
  readonly steps: Step[] = [];
  private readonly tokens: readonly Token[];
  private next = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly name: string,
  ) {
    this.tokens = tokensOf(text, name);
  }

  /** The step of the whole text. */
  whole(): void {
    if (this.tokens.length === 1) throw this.refused(this.token, 'is empty');
    this.expression(0);
    if (this.next < this.tokens.length - 1) throw this.unexpected();
  }

  private get token(): Token {
    return this.tokens[this.next];
  }

  private refused({ at }: Token, why: string): Failure {
    return refusal(this.text, at, why, this.name);
  }

  private unexpected(): Failure {
    const { token } = this;
    if (token.kind === 'end')
      return this.refused(token, 'ends where a number, a name or ( is expected');
    const before: Token | undefined = this.tokens[this.next - 1];
    const isBehindValue = before !== undefined && (before.kind !== 'mark' || before.text === ')');
    if (isBehindValue && (token.kind !== 'mark' || token.text === '(')) {
      const near = this.text.slice(before.at, token.at + token.text.length);
      const advice = functions.has(before.text)
        ? `write ${before.text}(${token.text})`
        : 'write * between factors';
      return this.refused(token, `has two values side by side in ${near}: ${advice}`);
    }
    if (token.text === ',' && before?.kind === 'number')
      return this.refused(token, 'has a comma outside of a function: write decimal points');
    return this.refused(token, `cannot have ${token.text} here`);
  }

  private step(step: Step): number {
    return this.steps.push(step) - 1;
  }

  private takes(mark: string): boolean {
    const { kind, text } = this.token;
    if (kind !== 'mark' || text !== mark) return false;
    this.next++;
    return true;
  }

  private expect(mark: string): void {
    if (this.takes(mark)) return;
    if (this.token.kind === 'end') throw this.refused(this.token, `ends where ${mark} is expected`);
    throw this.unexpected();
  }

  /** Parses operators that bind at least this strongly. */
  private expression(least: number): number {
    if (++this.depth > DEEPEST)
      throw this.refused(this.token, `is nested more than ${DEEPEST} deep`);
    const from = this.token;
    let found = this.prefixed();
    for (;;) {
      const { kind, text } = this.token;
      const infix = kind === 'mark' ? infixes[text] : undefined;
      if (infix === undefined || infix.strength < least) break;
      const { operator, strength } = infix;
      if (strength === POWER && from.kind === 'name' && from === this.tokens[this.next - 1])
        this.bases.push(from.text);
      this.next++;
      // A power takes what follows with its sign and its own powers: 2^-x^2 is 2^(-(x^2)).
      const right = this.expression(strength === POWER ? SIGN : strength + 1);
      found = this.step({ operator, args: [found, right] });
    }
    this.depth--;
    return found;
  }

  private prefixed(): number {
    if (this.takes('-')) return this.step({ operator: neg, args: [this.expression(SIGN)] });
    if (this.takes('+')) return this.expression(SIGN);
    if (this.takes('(')) {
      const inner = this.expression(0);
      this.expect(')');
      return inner;
    }
    return this.primary();
  }

  private primary(): number {
    const { token } = this;
    if (token.kind === 'mark' || token.kind === 'end') throw this.unexpected();
    this.next++;
    if (token.kind === 'number') return this.step({ constant: Number(token.text) });
    if (token.kind === 'quoted') return this.named(token);
    if (this.takes('(')) return this.call(token);
    return this.named(token);
  }

  private named({ text, at }: Token): number {
    const known = this.names.indexOf(text);
    if (known >= 0) return this.steps.findIndex((step) => 'name' in step && step.name === known);
    this.places.push(at);
    return this.step({ name: this.names.push(text) - 1 });
  }

  private call(token: Token): number {
    const { text: name } = token;
    const operator = functions.get(name);
    if (operator === undefined) {
      const meant = nearest(name, [...functions.keys()]);
      const advice = meant === undefined ? 'docs/primitives.md has all' : `did you mean ${meant}?`;
      throw this.refused(token, `has no function ${name}; ${advice}`);
    }
    const args = this.takes(')') ? [] : [this.expression(0)];
    if (args.length > 0) {
      while (this.takes(',')) args.push(this.expression(0));
      this.expect(')');
    }
    const { partials } = operator.primitive.row;
    if (typeof partials !== 'function' && partials.length !== args.length) {
      throw this.refused(
        token,
        `gives ${name} ${counted(args.length, 'argument')}, and it takes ${partials.length}`,
      );
    }
    return this.step({ operator, args });
  }
}

/** @param name what the formula is called in errors */
export function readFormula(text: string, name = MODEL): Formula {
  if (text.length > LONGEST) throw refusal(text, 0, `has more than ${LONGEST} characters`, name);
  const parser = new Parser(text, name);
  parser.whole();
  const { names, steps, places, bases } = parser;
  return { text, names, steps, places, bases };
}
