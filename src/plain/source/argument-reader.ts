/**
 * Writes how stand-alone code reads the parts of its arguments: fields by destructuring, columns where they are used.
 */
import type { Reading } from '../emit/source/expressions.js';
import type { Scopes } from '../emit/source/scopes.js';
import { call, element, member, variable, type Text } from '../emit/text.js';
import { isArray, type Value } from '../ir/ir.js';
import type { Handing } from './handing.js';
import { keyText, partText } from '../emit/source/key-text.js';
import type { Part } from './argument-parts.js';
import type { Parameter } from './signature.js';

export class ArgumentReader {
  readonly lines: string[] = [];
  readonly params = new Map<Value, Text>();
  readonly readings = new Map<string, Reading>();
  /** The texts that stand for parts in expressions. */
  private readonly texts = new Map<Part, string>();

  constructor(
    private readonly handing: Handing,
    private readonly scopes: Scopes,
    /** Parameters whose lengths are asked for, too. */
    private readonly measured: ReadonlySet<Value>,
    private readonly isIndexChecked: boolean,
  ) {}

  /** Reads the parts of a parameter of the function. */
  read = ({ name, part }: Pick<Parameter, 'name' | 'part'>): void => this.part(part, name);

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
      ? this.handing.isUsed(part.value) || this.measured.has(part.value)
      : part.tag === 'columns'
        ? this.isNeeded(part.of)
        : [...part.parts.values()].some(this.isNeeded);

  private record(part: Part & { readonly tag: 'record' }, text: string): void {
    const held: string[] = [];
    const later: (() => void)[] = [];
    for (const [key, inner] of part.parts) {
      const isLeft = inner.tag === 'record' || !this.isNeeded(inner);
      const own = isLeft ? '' : this.scopes.fresh(ownName(inner, key));
      const place = partText(text, key, part.isTuple);
      if (part.isTuple) held.push(own);
      else if (!isLeft) held.push(own === key ? key : `${keyText(key)}: ${own}`);
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
        this.columns(inner, list, (one) => partText(at(one), key, part.isTuple));
      return;
    }
    if (part.tag === 'columns')
      throw new Error('arrays of objects in objects of an array do not lower');
    const { value } = part;
    if (!this.handing.isUsed(value)) return;
    const base = variable(list);
    if (!this.handing.isHandedOn(value)) {
      const text = variable(at(list));
      this.params.set(value, { ...text, of: base.of });
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
