/**
 * Writes what puts cotangents into the form of an argument. What nobody read has a gradient of zero, and what holds no reals
 * stays what it is, as in any gradient (core/trees).
 */
import { mapReals } from '../../../core/trees/tree.js';
import { kindOf, object } from '../../../core/trees/containers.js';
import { holdsReals, type ArrayType } from '../../ir/ir.js';
import type { ColumnForm } from './given-columns.js';
import type { Form } from './gradient-forms.js';
import { inStorage } from './number-arrays.js';
import { Refusal } from '../values/abstract.js';
import { areKeys, type Reader } from './reader.js';

export class GradientCode {
  /** Lines behind the call of the code. */
  readonly lines: string[] = [];
  readonly helpers = {
    $zeros: zeros,
    $inStorage: inStorage,
    $listed: listed,
    $rebuilt: rebuilt,
  };

  /**
   * @param slopes the names of the cotangents, by parameters
   * @param reader has the values of the program that the text names
   */
  constructor(
    private readonly slopes: ReadonlyMap<number, string>,
    private readonly reader: Reader,
  ) {}

  /** The text of the gradient of a value, whose name is known, and which was like a sample. */
  of(form: Form | null, of: string, sample: unknown): string {
    switch (form?.tag) {
      case 'number':
        return this.slopes.get(form.param)!;
      case 'numbers': {
        const { param, type } = form;
        const slopes = this.slopes.get(param);
        if (slopes === undefined) return of;
        return (type as ArrayType).storage === 'Float64Array'
          ? slopes
          : `$inStorage(${slopes}, ${this.reader.constant(type)})`;
      }
      case 'tuple': {
        const all = sample as readonly unknown[];
        return `[${form.items.map((item, k) => this.of(item, `${of}[${k}]`, all[k])).join()}]`;
      }
      case 'list': {
        if (!isActive(form)) return `$zeros(${of})`;
        const slopes = form.params.map(({ param }) => this.slopes.get(param) ?? 'null');
        return `$listed(${of}, ${this.reader.constant(form)}, [${slopes.join()}])`;
      }
      case 'object':
        return this.record(form.fields, form.slot, sample as object);
      case 'same':
        if (kindOf(sample) === undefined && typeof sample !== 'number') return of;
        throw new Refusal('a gradient with respect to what is taken for known', undefined);
      default:
        return typeof sample === 'number' ? this.zero(of) : `$zeros(${of})`;
    }
  }

  private zero = (of: string): string => `(typeof ${of} === 'number' ? 0 : $zeros(${of}))`;

  private record(fields: ReadonlyMap<string, Form>, of: string, sample: object): string {
    if (![...fields.values()].some(isActive)) return `$zeros(${of})`;
    const made = this.reader.name();
    const keys = Object.keys(sample);
    const parts = new Map(
      keys.map((key) => {
        const part = (sample as Record<string, unknown>)[key];
        return [key, this.of(fields.get(key) ?? null, `${of}[${JSON.stringify(key)}]`, part)];
      }),
    );
    const known = [...fields].filter(([, form]) => isActive(form)).map(([key]) => key);
    const all = known.map((key) => parts.get(key)).join();
    const general = `$rebuilt(${of}, ${JSON.stringify(known)}, [${all}])`;
    const isPlain =
      Object.getPrototypeOf(sample) === Object.prototype &&
      Object.getOwnPropertySymbols(sample).length === 0 &&
      !keys.includes('__proto__');
    if (!isPlain) return general;
    const literal = [...parts].map(([key, part]) => `${JSON.stringify(key)}: ${part}`).join(', ');
    const names = this.reader.name();
    this.lines.push(
      `const ${names} = $visible(${of});`,
      `const ${made} = ${areKeys(names, keys)} && $symbols(${of}).length === 0 ? { ${literal} } : ${general};`,
    );
    return made;
  }
}

/** True if a form has cotangents of reals. */
function isActive(form: Form | null): boolean {
  switch (form?.tag) {
    case 'number':
      return true;
    case 'numbers':
      return holdsReals(form.type);
    case 'tuple':
      return form.items.some(isActive);
    case 'list':
      return form.of !== null;
    case 'object':
      return [...form.fields.values()].some(isActive);
    default:
      return false;
  }
}

const zeros = (of: unknown): unknown => mapReals(of, 'the argument', () => 0);

/** The gradients of the elements of a list, from columns. */
function listed(
  of: readonly unknown[],
  { of: form, params }: Extract<Form, { tag: 'list' }>,
  slopes: readonly (ArrayLike<unknown> | null)[],
): unknown {
  const counts = new Map<ColumnForm, number>();
  const at = (one: unknown, inner: ColumnForm, i: number): unknown => {
    switch (inner.tag) {
      case 'column': {
        const slope = slopes[inner.column]![i];
        if (typeof one === 'number') return slope;
        const row = params[inner.column].type.of;
        return row ? inStorage(slope as ArrayLike<unknown>, row) : one;
      }
      case 'parts': {
        const own = slopes[inner.column]![i] as ArrayLike<unknown>;
        const row = params[inner.column].type.of!.of;
        return (one as unknown[]).map((item, j) => {
          if (typeof item === 'number') return own[j];
          return row && Array.isArray(item) ? inStorage(own[j] as ArrayLike<unknown>, row) : item;
        });
      }
      case 'list': {
        const from = counts.get(inner) ?? 0;
        const all = one as unknown[];
        counts.set(inner, from + all.length);
        return all.map((item, j) => at(item, inner.of, from + j));
      }
      default: {
        const fields = [...inner.fields];
        const parts = fields.map(([key, part]) =>
          at((one as Record<string, unknown>)[key], part, i),
        );
        return rebuilt(
          one as object,
          fields.map(([key]) => key),
          parts,
        );
      }
    }
  };
  return of.map((one, i) => at(one, form!, i));
}

/** An object like another one with gradients for some of its fields. */
function rebuilt(of: object, keys: readonly string[], gradients: readonly unknown[]): unknown {
  const all = object.keys(of)!;
  const children = all.map((key) => {
    const k = keys.indexOf(key as string);
    return k < 0 ? zeros((of as Record<PropertyKey, unknown>)[key as string]) : gradients[k];
  });
  return object.build(of, children as readonly number[], all, 0, children.length);
}
