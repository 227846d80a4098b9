/**
 * Cores of bundles in few characters: each part is expected by where it stands, and names by when they were used last. What is
 * expected is learnt from an example first, so a text can be read by the version of the library alone that wrote it. O(size ×
 * names) both ways.
 */
import { codedExample } from './example-program.js';
import { LearningCoder, nothingLearnt, within, type Learnt } from './learning-coder.js';

/** The kinds of values; larger numbers are those of objects. */
const kinds = ['null', 'true', 'false', 'undefined', 'text', 'whole', 'number', 'bigint', 'list'];
const FIRST = kinds.length;
/** The number of bits of a kind; the largest says that the kind of object is new. */
const KIND = 8;
const NEW = 2 ** KIND - 1;
const LETTER = 7;

/** Keys whose values belong to the kind of an object. */
const ofKind: readonly string[] = ['tag', 'op', 'how', 'kind'];
/** Keys of numbers that are written as steps from those before. */
const counted: readonly string[] = ['line', 'lines', 'at'];

/** The ways of writing a name: the next one that desugaring makes, a new one, or one that was there. */
const NEXT = 0;
const SPELT = 1;
const USED = 2;

/** The knowledge before a text begins. */
interface State {
  readonly learnt: Learnt;
  /** The kinds of objects, as their keys. */
  readonly objects: readonly string[];
  /** The texts that were met, the last one first. */
  readonly texts: readonly string[];
}
const nothing = (): State => ({ learnt: nothingLearnt(), objects: [], texts: [] });

type Parts = Readonly<Record<string, unknown>>;

/** Goes through a core that is given, or makes it. */
class Walk {
  private readonly objects: string[];
  private readonly places: Map<string, number>;
  private readonly texts: string[];
  private last: Record<string, number> = {};
  private temporaries = -1;
  /** The kinds of the value before, and of those around. */
  private before = 0;
  private readonly around: number[] = [0, 0];

  constructor(
    private readonly coder: LearningCoder,
    private readonly isRead: boolean,
    private readonly state: State,
  ) {
    this.objects = [...state.objects];
    this.places = new Map(this.objects.map((name, k) => [name, k]));
    this.texts = [...state.texts];
  }

  get after(): State {
    return { learnt: this.state.learnt, objects: this.objects, texts: this.texts };
  }

  /** @param place what the value is a part of, as a number */
  value(place: number, key: string, given?: unknown): unknown {
    const [parent, over] = this.around;
    const contexts = [1, place, within(place, this.before), within(within(place, over), 1)];
    const kind = this.choice(contexts, KIND, () => this.kindOf(given));
    this.before = kind;
    switch (kinds[kind]) {
      case 'null':
        return null;
      case 'true':
        return true;
      case 'false':
        return false;
      case 'undefined':
        return undefined;
      case 'text':
        return this.text(place, parent, given as string);
      case 'whole':
        return this.whole(place, key, given as number);
      case 'number':
        return Number(this.letters(this.isRead ? undefined : textOf(given)));
      case 'bigint':
        return BigInt(this.letters(this.isRead ? undefined : String(given)));
      case 'list':
        return this.list(place, key, given as readonly unknown[]);
      default:
        return this.object(kind, given as Parts);
    }
  }

  private choice(contexts: readonly number[], bits: number, given: () => number): number {
    return this.coder.choice(contexts, bits, this.isRead ? undefined : given());
  }

  private number(contexts: readonly number[], given: () => number): number {
    return this.coder.number(contexts, this.isRead ? undefined : given());
  }

  private kindOf(of: unknown): number {
    if (of === null || typeof of === 'boolean' || of === undefined)
      return kinds.indexOf(String(of));
    if (typeof of === 'string') return kinds.indexOf('text');
    if (typeof of === 'bigint') return kinds.indexOf('bigint');
    if (Array.isArray(of)) return kinds.indexOf('list');
    if (typeof of === 'number') {
      const isWhole = Number.isInteger(of) && of >= -1 && of < 2 ** 20 && !Object.is(of, -0);
      return kinds.indexOf(isWhole ? 'whole' : 'number');
    }
    const place = this.places.get(nameOf(of as Parts));
    return place === undefined ? NEW : FIRST + place;
  }

  private whole(place: number, key: string, given: number): number {
    if (!counted.includes(key)) return this.number([2, place], () => given + 1) - 1;
    const known = key === 'at' ? 'at' : 'line';
    const before = this.last[known] ?? 0;
    const step = this.number([2, place], () => zigzag(given - before));
    return (this.last[known] = before + unzigzag(step));
  }

  private list(place: number, key: string, given: readonly unknown[]): unknown[] {
    const length = this.number([3, within(place, 2)], () => given.length);
    const made: unknown[] = [];
    const inner = within(place, 3);
    for (let k = 0; k < length; k++)
      made.push(this.value(within(inner, Math.min(k, 3)), key, given?.[k]));
    return made;
  }

  private object(kind: number, given: Parts): Parts {
    let own = kind;
    if (kind === NEW) {
      const name = this.letters(this.isRead ? undefined : nameOf(given));
      own = FIRST + this.objects.push(name) - 1;
      this.places.set(name, own - FIRST);
    }
    const made: Record<string, unknown> = {};
    const [parent] = this.around;
    this.around.unshift(own);
    this.before = parent;
    for (const [k, key] of this.objects[own - FIRST].split('\n').entries()) {
      const end = key.indexOf('=');
      if (end >= 0) made[key.slice(0, end)] = key.slice(end + 1);
      else made[key] = this.value(within(within(4, own), k), key, given?.[key]);
    }
    this.around.shift();
    return made;
  }

  private text(place: number, parent: number, given: string): string {
    const contexts = [5, within(place, 4), within(within(place, parent), 4)];
    const next = `%${this.temporaries + 1}`;
    const how = this.number(contexts, () => {
      if (given === next) return NEXT;
      const rank = this.texts.indexOf(given);
      return rank < 0 ? SPELT : USED + rank;
    });
    const found =
      how === NEXT
        ? next
        : how === SPELT
          ? this.letters(this.isRead ? undefined : given)
          : this.texts[how - USED];
    if (/^%\d+$/.test(found)) this.temporaries = Math.max(this.temporaries, Number(found.slice(1)));
    const rank = how >= USED ? how - USED : this.texts.indexOf(found);
    if (rank >= 0) this.texts.splice(rank, 1);
    this.texts.unshift(found);
    return found;
  }

  /** A text, unit by unit, with 0 at its end. */
  private letters(given?: string): string {
    let found = '';
    for (;;) {
      const contexts = [6];
      for (let length = 1; length <= 3; length++) {
        let context = 40 + length;
        for (const letter of found.slice(-length)) context = within(context, letter.charCodeAt(0));
        contexts.push(context);
      }
      const unit = given === undefined ? undefined : unitAt(given, found.length);
      const low = this.coder.choice(contexts, LETTER, unit && unit % 2 ** LETTER);
      const high = this.coder.number([7], unit && unit >> LETTER);
      const one = low + high * 2 ** LETTER;
      if (one === 0) return found;
      found += String.fromCharCode(one - 1);
    }
  }
}

const unitAt = (text: string, at: number): number =>
  at < text.length ? text.charCodeAt(at) + 1 : 0;

/** A number as the text that gives it back. */
const textOf = (number: unknown): string => (Object.is(number, -0) ? '-0' : String(number));

const zigzag = (step: number): number => (step >= 0 ? 2 * step : -2 * step - 1);
const unzigzag = (code: number): number => (code % 2 === 0 ? code / 2 : -(code + 1) / 2);

/** The keys of an object, with what belongs to its kind. */
const nameOf = (of: Parts): string =>
  Object.entries(of)
    .map(([key, value]) =>
      ofKind.includes(key) && typeof value === 'string' ? `${key}=${value}` : key,
    )
    .join('\n');

/** Goes through one core; what it has learnt is known afterwards. */
function written(core: unknown, state: State): string {
  const coder = new LearningCoder(state.learnt);
  new Walk(coder, false, state).value(0, '', core);
  return coder.end();
}

function read(text: string, state: State): { readonly core: unknown; readonly after: State } {
  const walk = new Walk(new LearningCoder(state.learnt, text), true, state);
  return { core: walk.value(0, ''), after: walk.after };
}

/** A core that is coded when nothing is known. */
export const codedAlone = (core: unknown): string => written(core, nothing());

let known: State | null = null;

/** The knowledge that the example gives. */
function begin(): State {
  known ??= read(codedExample, nothing()).after;
  return { ...known, learnt: known.learnt.slice() };
}

export const coded = (core: unknown): string => written(core, begin());
export const decoded = (text: string): unknown => read(text, begin()).core;
