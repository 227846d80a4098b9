/** How stand-alone code reads the parts of its arguments: fields by destructuring, columns where they are used. */
import { statementsIn, usesOf, regionsOf, isArray, type Func, type Value } from '../ir/ir.js';
import type { Reading } from '../emit/source/expressions.js';
import type { Scopes } from '../emit/source/scopes.js';
import { call, element, member, variable, type Text } from '../emit/text.js';
import type { Part } from './parts.js';
import type { Parameter } from './signature.js';

/** The values that code uses, and those of them that it uses otherwise than by reading elements and lengths. */
function usesIn(f: Func): {
  readonly used: ReadonlySet<Value>;
  readonly whole: ReadonlySet<Value>;
} {
  const used = new Set<Value>(f.region.yields);
  const whole = new Set<Value>(f.region.yields);
  for (const stmt of statementsIn(f.region)) {
    for (const value of usesOf(stmt)) used.add(value);
    for (const { yields } of regionsOf(stmt))
      yields.forEach((value) => used.add(value).has(value) && whole.add(value));
    const isRead =
      stmt.tag === 'check' ||
      (stmt.tag === 'let' && (stmt.op.tag === 'load' || stmt.op.tag === 'length'));
    usesOf(stmt)
      .slice(isRead ? 1 : 0)
      .forEach((value) => whole.add(value));
  }
  return { used, whole };
}

export class ArgumentReader {
  readonly lines: string[] = [];
  readonly params = new Map<Value, Text>();
  readonly readings = new Map<string, Reading>();
  /** What stands for parts in expressions. */
  private readonly texts = new Map<Part, string>();
  private readonly used: ReadonlySet<Value>;
  private readonly whole: ReadonlySet<Value>;

  constructor(
    f: Func,
    private readonly scopes: Scopes,
    /** Parameters whose lengths are asked for, too. */
    private readonly measured: ReadonlySet<Value>,
    private readonly isIndexChecked: boolean,
  ) {
    const { used, whole } = usesIn(f);
    this.used = used;
    this.whole = whole;
  }

  /** Reads the parts of a parameter of the function. */
  read = ({ name, part }: Parameter): void => this.part(part, name);

  /** An expression for a part. */
  textOf = (part: Part): string => this.texts.get(part)!;

  private part(part: Part, text: string): void {
    this.texts.set(part, text);
    if (part.tag === 'leaf') this.params.set(part.value, variable(text));
    else if (part.tag === 'columns') this.columns(part.of, text, (at) => at);
    else this.record(part, text);
  }

  private isNeeded = (part: Part): boolean =>
    part.tag === 'leaf'
      ? this.used.has(part.value) || this.measured.has(part.value)
      : part.tag === 'columns'
        ? this.isNeeded(part.of)
        : [...part.parts.values()].some(this.isNeeded);

  private record(part: Part & { readonly tag: 'record' }, text: string): void {
    const held: string[] = [];
    const later: (() => void)[] = [];
    for (const [key, inner] of part.parts) {
      const isLeft = inner.tag === 'record' || !this.isNeeded(inner);
      const own = isLeft ? '' : this.scopes.fresh(ownName(inner, key));
      const place = part.isTuple ? `${text}[${key}]` : `${text}.${key}`;
      if (part.isTuple) held.push(own);
      else if (!isLeft) held.push(own === key ? key : `${key}: ${own}`);
      later.push(() => this.part(inner, isLeft ? place : own));
    }
    while (held.at(-1) === '') held.pop();
    if (held.length > 0) {
      const names = held.join(', ').replace(/, ,/g, ', ,');
      this.lines.push(`  const ${part.isTuple ? `[${names}]` : `{ ${names} }`} = ${text};`);
    }
    later.forEach((read) => read());
  }

  /** @param at from one of the objects to the part of it */
  private columns(part: Part, list: string, at: (one: string) => string): void {
    if (part.tag === 'record') {
      for (const [key, inner] of part.parts)
        this.columns(inner, list, (one) =>
          part.isTuple ? `${at(one)}[${key}]` : `${at(one)}.${key}`,
        );
      return;
    }
    if (part.tag === 'columns')
      throw new Error('arrays of objects in objects of an array do not lower');
    const { value } = part;
    if (!this.used.has(value)) return;
    const base = variable(list);
    if (!this.whole.has(value)) {
      const text = variable(at(list));
      this.params.set(value, { ...text, reads: base.reads });
      this.readings.set(text.text, {
        element: (index) => {
          const one = element(base, index);
          return { ...one, text: at(this.isIndexChecked ? `${one.text}!` : one.text) };
        },
        length: () => member(base, 'length'),
        row: (index) => element(base, index),
      });
      return;
    }
    const own = this.scopes.fresh(value.name);
    const isList = isArray(value.type) && value.type.of !== undefined;
    const made = isList
      ? call(`${list}.map`, [variable(`(one) => ${at('one')}`)])
      : call('Float64Array.from', [base, variable(`(one) => ${at('one')}`)]);
    this.lines.push(`  const ${own} = ${made.text};`);
    this.params.set(value, variable(own));
  }
}

const ownName = (part: Part, key: string): string => (part.tag === 'leaf' ? part.value.name : key);
