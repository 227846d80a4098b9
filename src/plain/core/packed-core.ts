/**
 * Core as texts, for code that is loaded long before the core is wanted: JSON in which objects of the same keys and kind
 * name these once, for all functions of a module. Reading gives equal data. O(size) both ways.
 */

type Plain = null | boolean | number | string | readonly Plain[];

/** The kinds of values for which JSON has no form. */
const special = ['Infinity', 'undefined', 'bigint', 'list'] as const;
const markOf = (name: (typeof special)[number]): number => -1 - special.indexOf(name);

/** Keys whose values belong to the kind of an object. */
const ofKind: readonly string[] = ['tag', 'op', 'how', 'kind'];

/** Packs the functions of a module. */
export class Packing {
  private readonly kinds: string[][] = [];
  private readonly places = new Map<string, number>();

  packed = (core: object): string => JSON.stringify(this.written(core));

  /** The kinds of objects in all that was packed so far. */
  get head(): string {
    return JSON.stringify(this.kinds);
  }

  private written(of: unknown): Plain {
    switch (typeof of) {
      case 'undefined':
        return [markOf('undefined')];
      case 'bigint':
        return [markOf('bigint'), String(of)];
      case 'number':
        return Number.isFinite(of) ? of : [markOf('Infinity')];
      case 'object':
        break;
      default:
        return of as boolean | string;
    }
    if (of === null) return null;
    if (Array.isArray(of)) return [markOf('list'), ...of.map((one) => this.written(one))];
    const all = Object.entries(of).map(([key, value]: [string, unknown]) => {
      const isFixed = ofKind.includes(key) && typeof value === 'string';
      return { key: isFixed ? `${key}=${value}` : key, values: isFixed ? [] : [value] };
    });
    const keys = all.map(({ key }) => key);
    const name = keys.join('\n');
    let place = this.places.get(name);
    if (place === undefined) this.places.set(name, (place = this.kinds.push(keys) - 1));
    const values = all.flatMap((one) => one.values);
    return [place, ...values.map((value) => this.written(value))];
  }
}

/** Reads what was packed with others. */
export function unpacking(head: string): <T>(text: string) => T {
  const kinds = JSON.parse(head) as string[][];
  const read = (of: Plain): unknown => {
    if (typeof of !== 'object' || of === null) return of;
    const [first, ...rest] = of as readonly [number, ...Plain[]];
    if (first >= 0) {
      let next = 0;
      return Object.fromEntries(
        kinds[first].map((key) => {
          const end = key.indexOf('=');
          return end < 0 ? [key, read(rest[next++])] : [key.slice(0, end), key.slice(end + 1)];
        }),
      );
    }
    switch (special[-1 - first]) {
      case 'Infinity':
        return Infinity;
      case 'undefined':
        return undefined;
      case 'bigint':
        return BigInt(rest[0] as string);
      default:
        return rest.map(read);
    }
  };
  return <T>(text: string) => read(JSON.parse(text) as Plain) as T;
}
