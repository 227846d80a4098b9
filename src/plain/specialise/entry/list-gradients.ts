/** Writes the gradients of the elements of a list, from the cotangents of its columns. */
import type { ColumnForm, Form } from './gradient-forms.js';
import type { Reader } from './reader.js';

type ListForm = Extract<Form, { tag: 'list' }>;

/** The text of an object with some parts: a literal where it can be one. */
export function recordText(
  of: string,
  proto: object | null,
  parts: ReadonlyMap<string, string>,
  active: readonly string[],
): { readonly general: string; readonly literal: string | null } {
  const all = active.map((key) => parts.get(key)).join();
  const general = `$rebuilt(${of}, ${JSON.stringify(active)}, [${all}])`;
  const isPlain = proto === Object.prototype && !parts.has('__proto__');
  const literal = [...parts].map(([key, part]) => `${JSON.stringify(key)}: ${part}`).join(', ');
  return { general, literal: isPlain ? `{ ${literal} }` : null };
}

/** The name of the gradients of a list; the lines that make them are added to some. */
export function listText(
  form: ListForm,
  of: string,
  reader: Reader,
  lines: string[],
  slopes: ReadonlyMap<number, string>,
): string {
  const at = (k: number) => ({
    slope: slopes.get(form.params[k].param),
    type: form.params[k].type,
  });
  /** A loop over elements, whose gradients a text writes. */
  const each = (list: string, work: (one: string, k: string) => string): string => {
    const [made, k, one] = [reader.name(), reader.name(), reader.name()];
    lines.push(
      `const ${made} = new Array(${list}.length);`,
      `for (let ${k} = 0; ${k} < ${list}.length; ${k}++) {`,
      `const ${one} = ${list}[${k}];`,
    );
    const text = work(one, k);
    lines.push(`${made}[${k}] = ${text};`, '}');
    return made;
  };
  const element = (inner: ColumnForm, one: string, i: string): string => {
    switch (inner.tag) {
      case 'column': {
        const { slope, type } = at(inner.column);
        if (slope === undefined) return `$zeros(${one})`;
        if (type.of) return `$inStorage(${slope}[${i}], ${reader.constant(type.of)})`;
        return `typeof ${one} === 'number' ? ${slope}[${i}] : $zeros(${one})`;
      }
      case 'parts': {
        const { slope, type } = at(inner.column);
        if (slope === undefined) return `$zeros(${one})`;
        const row = type.of!.of;
        return each(one, (item, j) =>
          row
            ? `$inStorage(${slope}[${i}][${j}], ${reader.constant(row)})`
            : `typeof ${item} === 'number' ? ${slope}[${i}][${j}] : $zeros(${item})`,
        );
      }
      case 'list': {
        // Elements are counted through all lists.
        const count = counters.get(inner)!;
        return each(one, (item) => {
          const text = element(inner.of, item, count);
          const made = reader.name();
          lines.push(`const ${made} = ${text};`, `${count}++;`);
          return made;
        });
      }
      case 'fields': {
        const parts = new Map(
          inner.keys.map((key) => {
            const held = reader.name();
            lines.push(`const ${held} = ${one}[${JSON.stringify(key)}];`);
            const part = inner.fields.get(key);
            return [key, part ? element(part, held, i) : `$zeros(${held})`];
          }),
        );
        const { general, literal } = recordText(one, inner.proto, parts, [...inner.fields.keys()]);
        const made = reader.name();
        const text = literal ? `$symbols(${one}).length === 0 ? ${literal} : ${general}` : general;
        lines.push(`const ${made} = ${text};`);
        return made;
      }
    }
  };
  const counters = new Map<ColumnForm, string>();
  const count = (inner: ColumnForm): void => {
    if (inner.tag === 'fields') for (const part of inner.fields.values()) count(part);
    if (inner.tag !== 'list') return;
    const name = reader.name();
    counters.set(inner, name);
    lines.push(`let ${name} = 0;`);
    count(inner.of);
  };
  count(form.of!);
  return each(of, (one, i) => element(form.of!, one, i));
}
