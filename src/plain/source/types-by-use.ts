/** The type of a parameter that nobody wrote down, by how core uses it. */
import type { Core, Fn } from '../core/core.js';
import { listOf, type Promised } from './promised-types.js';

const NUMBER: Promised = { tag: 'number' };

const methods: ReadonlySet<string> = new Set([
  ...[
    'map',
    'reduce',
    'reduceRight',
    'forEach',
    'filter',
    'slice',
    'some',
    'every',
    'at',
    'concat',
  ],
  ...['entries', 'values', 'keys', 'indexOf', 'includes', 'find', 'findIndex', 'toSorted', 'fill'],
  ...['flatMap', 'join', 'reverse', 'sort', 'with', 'push'],
]);
const callbacks = ['map', 'forEach', 'filter', 'some', 'every', 'find', 'findIndex', 'flatMap'];

/** The uses of a value that is found under some names: a number, unless something shows more. */
export function typeByUse(f: Fn, name: string): Promised {
  const uses = new Uses();
  uses.look(f.body, new Set([name]));
  return uses.type();
}

/** The uses of a value, as far as they tell what it is. */
class Uses {
  private element: Uses | null = null;
  private readonly fields = new Map<string, Uses>();

  type(): Promised {
    if (this.element !== null) return listOf(this.element.type());
    if (this.fields.size === 0) return NUMBER;
    const fields = [...this.fields].map(([key, of]) => [key, of.type()] as const);
    return { tag: 'record', fields: new Map(fields), isTuple: false };
  }

  private get elements(): Uses {
    return (this.element ??= new Uses());
  }

  private member(key: Core): Uses | null {
    if (key.tag !== 'known') return this.elements;
    if (typeof key.value === 'number') return this.elements;
    const name = String(key.value);
    if (name === 'length') return (void this.elements, null);
    const known = this.fields.get(name) ?? new Uses();
    this.fields.set(name, known);
    return known;
  }

  /** Looks at code in which names stand for the value. */
  look(core: unknown, names: ReadonlySet<string>): void {
    const bound = new Set(names);
    this.walk(core, (of) => (of.tag === 'var' && bound.has(of.name) ? this : null), bound);
  }

  /** @param at what a form stands for, if it is the value or a part of it */
  private walk(of: unknown, at: (of: Core) => Uses | null, bound: Set<string>): void {
    const parts = new Map<Core, Uses | null>();
    const local = new Map<string, Uses>();
    const partOf = (core: Core): Uses | null => {
      if (parts.has(core)) return parts.get(core)!;
      let found: Uses | null = null;
      if (core.tag === 'var') found = local.get(core.name) ?? at(core);
      else if (core.tag === 'get') found = partOf(core.of)?.member(core.key) ?? null;
      else if (core.tag === 'invoke') {
        const on = partOf(core.on);
        const name = core.key.tag === 'known' ? String(core.key.value) : '';
        if (on !== null && methods.has(name)) {
          const elements = on.elements;
          const [first] = core.args;
          const f = first?.tag === 'closure' ? first.f : null;
          const place = name.startsWith('reduce') ? 1 : callbacks.includes(name) ? 0 : -1;
          const own = f?.params[place];
          if (own !== undefined) local.set(own, elements);
        }
      }
      parts.set(core, found);
      return found;
    };
    const visit = (one: unknown): void => {
      if (typeof one !== 'object' || one === null) return;
      const core = one as Core;
      if (core.tag === 'each') {
        const list = partOf(core.of);
        if (list !== null) local.set(core.name, list.elements);
      }
      if (core.tag === 'let' || core.tag === 'assign') {
        const value = partOf(core.value);
        if (value !== null && !bound.has(core.name)) local.set(core.name, value);
      }
      if ('tag' in core) partOf(core);
      for (const part of Object.values(core)) visit(part);
    };
    visit(of);
  }
}
