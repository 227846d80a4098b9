/**
 * Writes what puts cotangents into the form of an argument. What nobody read has a gradient of zero, and what holds no reals
 * stays what it is, as in any gradient (core/trees).
 */
import { mapReals } from '../../../core/trees/tree.js';
import { object } from '../../../core/trees/containers.js';
import { holdsReals, type ArrayType } from '../../ir/ir.js';
import type { Form } from './gradient-forms.js';
import { listText, recordText } from './list-gradients.js';
import { inStorage } from './number-arrays.js';
import { Refusal } from '../values/abstract.js';
import { areKeys, type Reader } from './reader.js';

export class GradientCode {
  /** Lines behind the call of the code. */
  readonly lines: string[] = [];
  readonly helpers = {
    $zeros: zeros,
    $inStorage: inStorage,
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

  /** The text of the gradient of a value, whose name is known. */
  of(form: Form | null, of: string): string {
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
      case 'tuple':
        return `[${form.items.map((item, k) => this.of(item, `${of}[${k}]`)).join()}]`;
      case 'list':
        return isActive(form)
          ? listText(form, of, this.reader, this.lines, this.slopes)
          : `$zeros(${of})`;
      case 'object':
        return this.record(form);
      case 'same':
        if (!form.mayHoldReals) return of;
        throw new Refusal('a gradient with respect to what is taken for known', undefined);
      default:
        return `$zeros(${of})`;
    }
  }

  private record({ fields, slot: of, proto, keys }: Extract<Form, { tag: 'object' }>): string {
    if (![...fields.values()].some(isActive)) return `$zeros(${of})`;
    const made = this.reader.name();
    const parts = new Map(
      (keys ?? [...fields.keys()]).map((key) => [
        key,
        this.of(fields.get(key) ?? null, `${of}[${JSON.stringify(key)}]`),
      ]),
    );
    const known = [...fields].filter(([, form]) => isActive(form)).map(([key]) => key);
    const { general, literal } = recordText(of, proto, parts, known);
    if (literal === null || keys === null) return general;
    const names = this.reader.name();
    this.lines.push(
      `const ${names} = $visible(${of});`,
      `const ${made} = ${areKeys(names, keys)} && $names(${of}).length === ${keys.length} && $symbols(${of}).length === 0 ? ${literal} : ${general};`,
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

/** The gradient of what no cotangents are of: reals have zero, and all else stays. */
function zeros(of: unknown): unknown {
  if (typeof of === 'number') return 0;
  if (typeof of === 'string' || typeof of === 'boolean') return of;
  return mapReals(of, 'the argument', () => 0);
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
