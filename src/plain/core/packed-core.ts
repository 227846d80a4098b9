/**
 * Core as a text, for code that is loaded long before the core is wanted: JSON in which objects of the same
 * keys name these once. Reading gives equal data. O(size) both ways.
 */
import type { Fn } from './core.js';

type Plain = null | boolean | number | string | readonly Plain[];

/** The kinds of values for which JSON has no form. */
const special = ['Infinity', 'undefined', 'bigint', 'list'] as const;
const markOf = (name: (typeof special)[number]): number => -1 - special.indexOf(name);

export function packed(f: Fn): string {
  const shapes: string[][] = [];
  const places = new Map<string, number>();
  const written = (of: unknown): Plain => {
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
    if (Array.isArray(of)) return [markOf('list'), ...of.map(written)];
    const keys = Object.keys(of);
    const name = keys.join();
    if (!places.has(name)) places.set(name, shapes.push(keys) - 1);
    return [places.get(name)!, ...Object.values(of).map(written)];
  };
  const whole = written(f);
  return JSON.stringify([shapes, whole]);
}

export function unpacked(text: string): Fn {
  const [shapes, whole] = JSON.parse(text) as [string[][], Plain];
  const read = (of: Plain): unknown => {
    if (typeof of !== 'object' || of === null) return of;
    const [head, ...rest] = of as readonly [number, ...Plain[]];
    if (head >= 0) return Object.fromEntries(shapes[head].map((key, k) => [key, read(rest[k])]));
    switch (special[-1 - head]) {
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
  return read(whole) as Fn;
}
