/**
 * Writes the code that makes the gradient with respect to an argument that holds arrays of objects, trees, or objects with any keys, once code has run:
 * it goes through the argument again, asks for the keys that the samples had, and takes cotangents from the shadows of columns.
 * What holds no reals stays what it is.
 */
import { isArray } from '../../../ir/ir.js';
import { CLASS, isInput, type Origin } from '../../../ir/origin.js';
import { CotangentWriter, literal, NotStraight, OTHER, type Made } from './straight-cotangents.js';
import type { Inside, Part } from './entry-parts.js';
import { nodesFrom } from './sample-nodes.js';
import { hidesAny, keysOf, type Held } from './records.js';

/** Objects at one place may have so many different lists of keys. */
const MOST_VARIANTS = 8;

/** An object with more keys than these is made by a loop. */
const MOST_KEYS = 32;

/** Where an object stands in columns: the text of its index, or null outside of any. */
type Index = string | null;

export class GradientWriter extends CotangentWriter {
  /** The parameters that the gradient is taken by. */
  readonly places = new Set<number>();

  /**
   * @param lists variables for the nodes of trees, and for the keys of objects with any
   * @param slope the text of the cotangent of a parameter that is a number
   * @param own makes names of its own
   */
  constructor(
    private readonly origins: readonly Origin[],
    private readonly lists: ReadonlyMap<Inside, string>,
    private readonly slope: (place: number) => string,
    own: string,
  ) {
    super(own);
  }

  /** @param samples what stood there before */
  of(part: Part, of: string, samples: readonly unknown[]): string {
    const { text, holds } = this.made(part, of, samples, null);
    if (holds === false) throw new NotStraight();
    // A run refuses what holds no reals.
    if (holds !== true) this.add(`if (!(${holds})) ${OTHER}`);
    return text;
  }

  private made(part: Part | undefined, of: string, samples: readonly unknown[], at: Index): Made {
    if (part === undefined) {
      this.add(`if (!isLeaf(${of})) ${OTHER}`);
      return { text: of, holds: false };
    }
    if (typeof part === 'number') return this.leaf(part, of, at);
    if (part.presence !== undefined) return this.optional(part, of, samples, at);
    if (part.names !== undefined) return this.keyed(part, of, samples);
    if (part.nodes !== undefined) return this.tree(part, part.nodes, of, samples);
    if (part.element !== undefined) {
      const from = part.starts === undefined ? '' : `p${part.starts}[${at!}] + `;
      return this.list(part.element, of, samples, from);
    }
    return part.isTuple ? this.tuple(part, of, samples, at) : this.object(part, of, samples, at);
  }

  private leaf(place: number, of: string, at: Index): Made {
    const origin = this.origins[place];
    const { type, tells } = origin;
    if (tells !== undefined && 'isLink' in tells) {
      const node = `p${place}[${at!}]`;
      return { text: `made[${node}]`, holds: `made[${node}] !== nodes[${node}]` };
    }
    if (!isInput(origin)) {
      // An array that holds no reals is no such array as gradients are made of.
      if (isArray(type) && at === null) throw new NotStraight();
      return { text: of, holds: false };
    }
    this.places.add(place);
    if (!isArray(type)) return this.number(at === null ? this.slope(place) : `z${place}[${at}]`);
    if (at === null) return this.numbers(type, of, `z${place}`);
    return type.of === undefined
      ? this.number(`z${place}[${at}]`)
      : this.numbers(type.of, of, this.let(`z${place}[${at}]`));
  }

  private optional(part: Inside, of: string, samples: readonly unknown[], at: Index): Made {
    const there = samples.filter((one) => one !== undefined && one !== null);
    if (there.length === 0) {
      this.add(`if (${of} !== undefined && ${of} !== null) ${OTHER}`);
      return { text: of, holds: false };
    }
    return this.inBranch(of, `${of} !== undefined && ${of} !== null`, () =>
      this.made(part.at(true), of, there, at),
    );
  }

  /** The value that is made where a condition holds, and the same value as it is elsewhere. */
  private inBranch(of: string, test: string, make: () => Made): Made {
    const [text, flag] = [this.name(), this.name()];
    this.add(`let ${text} = ${of}, ${flag} = false;`);
    this.add(`if (${test}) {`);
    const inner = make();
    if (inner.holds !== false) this.add(`${flag} = ${inner.holds}; ${text} = ${inner.text};`);
    this.add('}');
    return inner.holds === false ? { text: of, holds: false } : { text, holds: flag };
  }

  private tuple(part: Inside, of: string, samples: readonly unknown[], at: Index): Made {
    const inner = part.steps.map((step, k) => {
      const own = samples.map((one) => (one as readonly unknown[])[step as number]);
      return this.made(part.parts[k], this.let(`${of}[${String(step)}]`), own, at);
    });
    return this.together(of, inner, `[${inner.map(({ text }) => text).join()}]`);
  }

  private object(part: Inside, of: string, samples: readonly unknown[], at: Index): Made {
    const variants = new Map<string, { keys: readonly string[]; samples: Held[] }>();
    for (const sample of samples as readonly Held[]) {
      const keys = knownKeys(sample, part);
      const name = JSON.stringify(keys);
      const found = variants.get(name) ?? { keys, samples: [] };
      found.samples.push(sample);
      variants.set(name, found);
    }
    if (variants.size === 0 || variants.size > MOST_VARIANTS) throw new NotStraight();
    const isOfClass = part.at(CLASS) !== undefined;
    const names = this.let(`${isOfClass ? 'fieldsOf' : 'namesOf'}(${of})`);
    const isOf = (keys: readonly string[]): string =>
      [
        `${names}.length === ${keys.length}`,
        ...keys.map((key, k) => `${names}[${k}] === ${JSON.stringify(key)}`),
      ].join(' && ');
    const one = ({
      keys,
      samples,
    }: {
      keys: readonly string[];
      samples: readonly Held[];
    }): Made => {
      const inner = keys.map((key) => {
        const child = this.field(of, key, part.at(key));
        return this.made(
          part.at(key),
          child,
          samples.map((sample) => sample[key]),
          at,
        );
      });
      const made = isOfClass ? this.instance(of, keys, inner) : literal(keys, inner);
      return this.together(of, inner, made);
    };
    const [first, ...others] = variants.values();
    if (others.length === 0) {
      this.add(`if (!(${isOf(first.keys)})) ${OTHER}`);
      return one(first);
    }
    const [text, flag] = [this.name(), this.name()];
    this.add(`let ${text} = ${of}, ${flag} = false;`);
    for (const variant of [first, ...others]) {
      this.add(`${variant === first ? '' : 'else '}if (${isOf(variant.keys)}) {`);
      const { text: own, holds } = one(variant);
      if (holds !== false) this.add(`${text} = ${own}; ${flag} = ${holds};`);
      this.add('}');
    }
    this.add(`else ${OTHER}`);
    return { text, holds: flag };
  }

  /** The value of a field; entry has asked for those that are known. */
  private field(of: string, key: string, inner: Part | undefined): string {
    const name = JSON.stringify(key);
    if (inner !== undefined) return this.let(`${of}[${name}]`);
    const property = this.let(`getOwnPropertyDescriptor(${of}, ${name})`);
    this.add(`if (!('value' in ${property}) || !${property}.enumerable) ${OTHER}`);
    return this.let(`${property}.value`);
  }

  private list(element: Part, of: string, samples: readonly unknown[], from: string): Made {
    const inside = samples.flatMap((one) => one as readonly unknown[]);
    if (inside.length === 0) {
      this.add(`if (${of}.length > 0) ${OTHER}`);
      return { text: of, holds: false };
    }
    const [k, list, flag] = [this.name(), this.name(), this.name()];
    this.add(`const ${list} = new Array(${of}.length);`);
    this.add(`let ${flag} = false;`);
    this.add(`for (let ${k} = 0; ${k} < ${of}.length; ${k}++) {`);
    const inner = this.made(element, this.let(`${of}[${k}]`), inside, `${from}${k}`);
    if (inner.holds !== false) this.add(`if (${inner.holds}) ${flag} = true;`);
    this.add(`${list}[${k}] = ${inner.text};`);
    this.add('}');
    return { text: `${flag} ? ${list} : ${of}`, holds: flag };
  }

  /** An object with any keys. */
  private keyed(part: Inside, of: string, samples: readonly unknown[]): Made {
    const [sample] = samples as readonly Held[];
    const element = part.entries?.element;
    const found = this.lists.get(part);
    if (element === undefined || found === undefined || samples.length !== 1)
      throw new NotStraight();
    const keys = knownKeys(sample, null);
    if (keys.length > MOST_KEYS) throw new NotStraight();
    // Entry has asked whether it is a plain object, and hides nothing.
    const isOther = keys.map((key, k) => `${found}.keys[${k}] !== ${JSON.stringify(key)}`);
    this.add(
      `if (${[`${found}.keys.length !== ${keys.length}`, ...isOther].join(' || ')}) ${OTHER}`,
    );
    const inner = keys.map((key, k) =>
      this.made(element, this.let(`${found}.values[${k}]`), [sample[key]], String(k)),
    );
    return this.together(of, inner, literal(keys, inner));
  }

  /** A tree: each node stands behind its parent, so that gradients by children are made first. */
  private tree(part: Inside, node: Part, of: string, samples: readonly unknown[]): Made {
    const nodes = this.lists.get(part);
    if (nodes === undefined || samples.length !== 1) throw new NotStraight();
    const [k, list] = [this.name(), this.name()];
    this.add(`const ${list} = new Array(${nodes}.length);`);
    this.add(`{ const made = ${list}, nodes = ${nodes};`);
    this.add(`for (let ${k} = nodes.length - 1; ${k} >= 0; ${k}--) {`);
    const inner = this.made(
      node,
      this.let(`nodes[${k}]`),
      nodesFrom(node, samples[0], this.origins),
      k,
    );
    this.add(`made[${k}] = ${inner.text};`);
    this.add('} }');
    return { text: `${list}[0]`, holds: `${list}[0] !== ${of}` };
  }
}

/** The keys of a sample, which hides nothing, and has what is known of it. */
function knownKeys(sample: unknown, part: Inside | null): readonly string[] {
  const isOfClass = part?.at(CLASS) !== undefined;
  const keys = typeof sample === 'object' && sample !== null ? keysOf(sample, isOfClass) : null;
  const isKnown = keys !== null && !hidesAny(sample as object, keys) && !keys.includes('__proto__');
  // Objects of other classes have no names for the code.
  if (!isKnown || (keys.length === 0 && part !== null)) throw new NotStraight();
  return keys;
}
