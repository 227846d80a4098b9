/**
 * Writes what reads arrays of objects, and the nodes of trees, for a lowered function as JavaScript: all columns are filled in
 * one go.
 */
import { isArray } from '../../../ir/ir.js';
import { CLASS, KEYS, type Origin } from '../../../ir/origin.js';
import { isCopied, isOfArrays } from './checked.js';
import { holdsStretches, placesIn, type Inside, type Part } from './entry-parts.js';
import { REFUSED, ValueWriter, type At } from './entry-value-code.js';

/** The text of a question whether something is there. */
export const isThereText = ({ tells }: Origin, of: string): string =>
  tells !== undefined && 'absent' in tells ? `${of} !== ${tells.absent}` : 'true';

/** True if a field must be there. */
const isAlways = (part: Part): boolean => typeof part === 'number' || part.presence === undefined;

export abstract class ColumnWriter extends ValueWriter {
  /** The code that ends the columns that say where arrays begin, by the places of these. */
  private ends = new Map<number, string>();
  /** Variables that count the elements of arrays in objects. */
  private counters = new Set<string>();
  /** The numbers of elements of columns, by their places, where they show at the end. */
  private lengths = new Map<number, string>();
  /** Which columns stay from call to call, and grow where they are too short; null outside of such. */
  private asOwn: ((place: number) => boolean) | null = null;

  protected elements(part: Part, list: string): void {
    if (holdsStretches(part)) this.growing(part, list, '');
    else this.columns(part, list);
  }

  /** Reads a part of each of some objects. */
  private columns(part: Part, list: string): void {
    const places = placesIn(part);
    const own = this.keptColumns(places, list);
    for (const place of places) {
      const made = own === null ? this.newColumn(place, `${list}.length`) : `${own}.p${place}`;
      this.add(`p${place} = ${made};`);
    }
    this.keptTexts = own;
    this.each(list, 'k', (of) => this.column(part, of, { k: 'k', list, nodes: '' }));
    this.keptTexts = null;
    if (this.isChecked) return;
    for (const place of places) {
      const type = isOfArrays(this.origins[place].type) ? `types[${place}]` : 'numbers';
      this.asked(`p${place}`, `read(p${place}, ${type}, s, ${place})`);
    }
  }

  private keptColumns(places: readonly number[], list: string): string | null {
    const arrays = places.flatMap((place): (readonly [string, string])[] => {
      const { tells } = this.origins[place];
      const made = `new ${tells === undefined ? 'Floats' : 'Ints'}(${list}.length)`;
      return [[`p${place}`, made], ...this.textsOfColumn(place)];
    });
    const areKept = places.every((place) => !isOfArrays(this.origins[place].type));
    return areKept ? this.keep(`${list}.length`, arrays) : null;
  }

  /** The same where it shows at the end how many there are: of nodes, and of arrays in objects. */
  protected growing(part: Part, list: string, nodes: string): void {
    // Only those who read numbers meet parameters that tell something.
    if (!this.isChecked) {
      this.add(REFUSED);
      return;
    }
    const places = placesIn(part);
    const own = this.keep(
      null,
      places.flatMap((place) => this.lastingColumns(place)),
    );
    const isOwn = (place: number): boolean => own !== null && !isOfArrays(this.origins[place].type);
    for (const place of places)
      this.add(`p${place} = ${isOwn(place) ? `${own!}.p${place}` : '[]'};`);
    this.ends = new Map();
    this.counters = new Set();
    this.lengths = new Map();
    this.asOwn = own === null ? null : isOwn;
    this.keptTexts = own;
    const before = this.lines.length;
    this.add(`for (let k = 0; k < ${list}.length; k++) {`);
    const beginning = this.lines.length;
    this.inLoop(() => this.column(part, this.let(`${list}[k]`), { k: 'k', list, nodes }));
    this.add('}');
    [this.asOwn, this.keptTexts] = [null, null];
    const columns = places.filter((place) => isOwn(place) && !this.isCounted(place));
    this.lines.splice(beginning, 0, ...columns.map((place) => this.roomFor(place, 'k')));
    const counters = [...this.counters].map((counter) => `let ${counter} = 0;`);
    this.lines.splice(before, 0, ...counters);
    this.ends.forEach((line) => this.add(line));
    for (const place of places) {
      const { type, tells } = this.origins[place];
      if (isOfArrays(type)) continue;
      if (!isOwn(place))
        this.add(
          `p${place} = ${tells === undefined ? 'floats' : 'ints'}(p${place}, ${this.room});`,
        );
      else {
        const length = this.lengths.get(place) ?? `${list}.length`;
        this.add(`if (p${place}.length !== ${length}) p${place} = p${place}.slice(0, ${length});`);
        this.add(`${own!}.p${place} = p${place};`);
      }
    }
    if (own !== null) this.add(`${own}.n = ${list}.length;`);
  }

  /** Makes a column longer that has no element at an index; where arrays begin, it has one more. */
  private roomFor(place: number, index: string): string {
    const last = this.ends.has(place) ? `${index} + 1` : index;
    return `if (!(${last} < p${place}.length)) p${place} = longer(p${place});`;
  }

  /** True if a column has as many elements as arrays in objects have together. */
  private isCounted(place: number): boolean {
    return this.counters.has((this.lengths.get(place) ?? '').replace(' + 1', ''));
  }

  /**
   * The parts of a column that stay although its length is not known before: an array that is as long
   * as it was in the call before.
   */
  private lastingColumns(place: number): (readonly [string, string])[] {
    const { type, tells } = this.origins[place];
    if (isOfArrays(type)) return [];
    const made = `new ${tells === undefined ? 'Floats' : 'Ints'}(1)`;
    return [[`p${place}`, made], ...this.textsOfColumn(place)];
  }

  private newColumn(place: number, length: string): string {
    const { type, tells } = this.origins[place];
    if (tells !== undefined) return `${this.room}.ints(${length})`;
    if (!this.isChecked) return `new Array(${length})`;
    return isOfArrays(type) ? '[]' : `${this.room}.room(${length})`;
  }

  private column(part: Part, of: string, at: At): void {
    if (typeof part !== 'number') {
      const { presence, starts, element } = part;
      if (presence !== undefined) {
        const inner = part.at(true)!;
        const isThere = this.let(isThereText(this.origins[presence], of));
        this.add(`p${presence}[${at.k}] = ${isThere} ? 1 : 0;`);
        if (at.k !== 'k') this.lengths.set(presence, at.k);
        this.add(`if (${isThere}) {`);
        this.column(inner, of, at);
        this.add('} else {');
        this.noColumn(inner, at);
        this.add('}');
      } else if (starts !== undefined) this.stretch(starts, element!, of, at);
      else this.fields(part, of, (inner, child) => this.column(inner, child, at));
      return;
    }
    const { type, tells } = this.origins[part];
    const to = `p${part}[${at.k}]`;
    if (at.k !== 'k') this.lengths.set(part, at.k);
    if (tells !== undefined) this.told(part, of, to, at);
    else if (!this.isChecked) this.add(`${to} = ${of};`);
    else {
      const inner = isArray(type) ? type.of : undefined;
      if (inner === undefined) this.value(of, 'f64', part, to);
      else if (isCopied(inner)) this.copy(of, inner, to);
      else this.asked(to, `read(${of}, types[${part}].of, ${this.seen}, ${part}, ${this.room})`);
    }
  }

  /** An array of objects in one of some objects. */
  private stretch(starts: number, element: Part, of: string, { k, list, nodes }: At): void {
    const counter = this.counterOf(starts);
    const before = k === 'k' ? `${list}.length` : k;
    // There is one more: where the last array ends.
    this.ends.set(starts, `p${starts}[${before}] = ${counter};`);
    this.lengths.set(starts, `${before} + 1`);
    this.add(`p${starts}[${k}] = ${counter};`);
    this.add(`if (!isPlainList(${of})) ${REFUSED}`);
    if (this.isNoted) this.add(`s.push(${of});`);
    const j = `j${this.count++}`;
    this.each(of, j, (child) => {
      const before = this.lines.length;
      this.column(element, child, { k: counter, list, nodes });
      const columns = placesIn(element).filter((place) => this.asOwn?.(place) === true);
      this.lines.splice(before, 0, ...columns.map((place) => this.roomFor(place, counter)));
      this.add(`${counter}++;`);
    });
  }

  private counterOf(starts: number): string {
    const counter = `n${starts}`;
    this.counters.add(counter);
    return counter;
  }

  /** The columns of parts that are missing, which nobody reads. */
  private noColumn(part: Part, at: At): void {
    if (typeof part === 'number') {
      this.add(`p${part}[${at.k}] = ${this.noElement(part, at)};`);
      return;
    }
    const { starts } = part;
    // An array that is missing has no elements.
    if (starts !== undefined) this.add(`p${starts}[${at.k}] = ${this.counterOf(starts)};`);
    else part.parts.forEach((inner) => this.noColumn(inner, at));
  }

  private noElement(place: number, { k }: At): string {
    if (isOfArrays(this.origins[place].type)) return `none(types[${place}].of, 0)`;
    return `${k} > 0 ? p${place}[${k} - 1] : 0`;
  }

  /** Asks an object or a tuple, and goes through what is inside. */
  protected fields(part: Inside, of: string, use: (inner: Part, of: string) => void): void {
    const { steps, parts, isTuple } = part;
    const fields = parts.filter((_, k) => typeof steps[k] === 'string');
    this.add(
      isTuple
        ? `if (!isPlainList(${of}) || ${of}.length !== ${steps.length}) ${REFUSED}`
        : `if (typeof ${of} !== 'object' || ${of} === null || Array.isArray(${of})) ${REFUSED}`,
    );
    if (this.isNoted) this.add(`s.push(${of});`);
    parts.forEach((inner, k) => {
      const step = steps[k];
      if (step === KEYS && typeof inner === 'number') {
        this.add(
          `if (!(p${inner} = hasKeys(${of}, keys[${inner}], perhaps[${inner}]))) ${REFUSED}`,
        );
        return;
      }
      // As elements of lists are read: a descriptor of an element takes long.
      if (typeof step === 'number') {
        this.ownFields = fields.every(isAlways) ? fields.length : 0;
        use(inner, step === CLASS ? of : this.let(`${of}[${step}]`));
        return;
      }
      use(inner, this.field(of, step as string, inner));
    });
  }
}
