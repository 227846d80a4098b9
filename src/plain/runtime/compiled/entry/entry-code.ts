/**
 * Writes what reads the parameters of a lowered function as JavaScript: fields are asked for by their names, and all
 * columns of an array of objects are filled in one go. What it reads with, and what it asks, stands in entry-values.ts.
 */
import { isArray } from '../../../ir/ir.js';
import { CLASS, KEYS, TEXTS, type Origin } from '../../../ir/origin.js';
import { isCopied, isOfArrays } from './checked.js';
import { REFUSED, ValueWriter, type At } from './entry-value-code.js';
import { holdsStretches, placesIn, Inside, type Part } from './entry-parts.js';

const isThereText = ({ tells }: Origin, of: string): string =>
  tells !== undefined && 'absent' in tells ? `${of} !== ${tells.absent}` : 'true';

export class EntryWriter extends ValueWriter {
  /** What ends the columns that say where arrays begin, by the places of these. */
  private ends = new Map<number, string>();
  /** Variables that count the elements of arrays in objects. */
  private counters = new Set<string>();
  /** Variables for what is remembered of variables that nobody can change: null at first. */
  readonly memos: string[] = [];

  /** The body of a function of `args`, `captured`, `wrt`, `inputs`, `others`, `held`, `read` and `room`. */
  body(args: Inside, captures: Inside): string {
    const values = this.origins.map((_, place) => `p${place}`).join();
    if (values !== '') this.add(`let ${values};`);
    this.add(`let s = held; ${this.declaredTexts}`);
    this.captured(captures);
    args.parts.forEach((part, k) => {
      const position = args.steps[k] as number;
      this.add(`s = isNamed(${position}, wrt) ? inputs : others;`);
      this.part(part, this.let(`args[${position}]`));
    });
    this.tables(captures);
    this.add(`return [${values}];`);
    return this.lines.join('\n');
  }

  /**
   * What reads captured variables and all arguments but some into variables, with `captured`, `read` and `room`. What it
   * keeps for the next call is in variables that are null at first.
   */
  beside(args: Inside, captures: Inside, isOut: (position: number) => boolean) {
    [this.seen, this.isInput, this.kept] = ['[]', 'false', []];
    this.add(this.declaredTexts);
    this.captured(captures);
    const parts: Part[] = [...captures.parts];
    args.parts.forEach((part, k) => {
      const position = args.steps[k] as number;
      if (isOut(position)) return;
      parts.push(part);
      this.part(part, this.let(`args[${position}]`));
    });
    this.tables(captures);
    const values = parts.flatMap(placesIn).map((place) => `p${place}`);
    return { values, lines: this.lines, kept: this.kept, memos: this.memos };
  }

  /** The tables of texts, once all texts have been read. */
  private tables(captures: Inside): void {
    for (const place of placesIn(captures.at(TEXTS) ?? new Inside(new Map())))
      this.add(`p${place} = table(${place}, words);`);
  }

  private captured(captures: Inside): void {
    captures.parts.forEach((part, k) => {
      if (captures.steps[k] === TEXTS) return;
      const of = this.let(`captured[${captures.steps[k] as number}]`);
      if (this.isRemembered(part)) this.remembering(part, of);
      else this.part(part, of);
    });
  }

  /** Whether what is read of a variable is remembered: nobody can change it. */
  private isRemembered(part: Part): boolean {
    if (typeof part === 'number' || !this.isChecked || this.isNoted) return false;
    return placesIn(part).every((place) => {
      const { isSteady, tells } = this.origins[place];
      return isSteady === true && (tells === undefined || !('instanceOf' in tells));
    });
  }

  /**
   * Takes what was read of the same array or object before. The places of texts that the code does not know are those of one
   * call, so that these texts are remembered, too, and taken where no others were met.
   */
  private remembering(part: Part, of: string): void {
    const memo = `memo${this.memos.length}`;
    this.memos.push(memo);
    const places = placesIn(part).map((place) => `p${place}`);
    const taken = places.map((place) => `${place} = ${memo}.${place};`);
    this.add(
      `if (${memo} !== null && ${memo}.of === ${of} && (!${memo}.hasWords || ${this.noWords})) { ${taken.join(' ')}`,
    );
    this.add(
      `if (${memo}.hasWords) { word = ${memo}.word; words = ${memo}.words?.behind(); } } else {`,
    );
    this.add(`const room = lasting, isFirst = ${this.noWords};`);
    const { kept } = this;
    this.kept = null;
    this.part(part, of);
    this.kept = kept;
    const words = `hasWords: !(${this.noWords}), word, words`;
    this.add(`if (isFirst) { ${memo} = { of: ${of}, ${words}, ${places.join()} };`);
    this.add(`if (${memo}.hasWords) words = words?.behind(); }`);
    this.add('}');
  }

  private part(part: Part, of: string): void {
    if (typeof part === 'number') {
      this.parameter(part, of);
      return;
    }
    const { presence, nodes, element, names } = part;
    if (names !== undefined) {
      this.keyed(names, part.entries?.element, of);
      return;
    }
    if (presence !== undefined) {
      this.add(`if (p${presence} = ${isThereText(this.origins[presence], of)}) {`);
      this.part(part.at(true)!, of);
      this.add('} else {');
      for (const place of placesIn(part.at(true)!)) this.add(`p${place} = ${this.noneOf(place)};`);
      this.add('}');
    } else if (nodes !== undefined) {
      // Links add to the list while it is gone through.
      const list = this.let(`[${of}]`);
      this.growing(nodes, list, this.let(`new Map([[${of}, 0]])`));
    } else if (element !== undefined) {
      this.add(`if (!isPlainList(${of})) ${REFUSED}`);
      if (this.isNoted) this.add(`s.push(${of});`);
      this.elements(element, of);
    } else this.fields(part, of, (inner, child) => this.part(inner, child));
  }

  private elements(part: Part, list: string): void {
    if (holdsStretches(part)) this.growing(part, list, '');
    else this.columns(part, list);
  }

  /** A map, a set, or an object with any keys. */
  private keyed(names: number, element: Part | undefined, of: string): void {
    if (!this.isChecked) {
      this.add(REFUSED);
      return;
    }
    const { tells } = this.origins[names];
    const kind = tells !== undefined && 'kind' in tells ? tells.kind : 'object';
    const found = this.let(`entriesOf(${of}, '${kind}')`);
    this.add(`if (${found} === null) ${REFUSED}`);
    if (this.isNoted) this.add(`s.push(${of});`);
    this.keys(names, `${found}.keys`, tells !== undefined && 'texts' in tells);
    if (element !== undefined) this.elements(element, this.let(`${found}.values`));
  }

  /** Reads a part of each of some objects. */
  private columns(part: Part, list: string): void {
    const places = placesIn(part);
    const own = this.keptColumns(places, list);
    for (const place of places) {
      const made = own === null ? this.newColumn(place, `${list}.length`) : `${own}.p${place}`;
      this.add(`p${place} = ${made};`);
    }
    this.each(list, 'k', (of) => this.column(part, of, { k: 'k', list, nodes: '' }));
    if (this.isChecked) return;
    for (const place of places) {
      const type = isOfArrays(this.origins[place].type) ? `types[${place}]` : 'numbers';
      this.asked(`p${place}`, `read(p${place}, ${type}, s, ${place})`);
    }
  }

  private keptColumns(places: readonly number[], list: string): string | null {
    const arrays = places.map((place): [string, string] => {
      const { tells } = this.origins[place];
      return [`p${place}`, tells === undefined ? 'Floats' : 'Ints'];
    });
    const areKept = places.every((place) => !isOfArrays(this.origins[place].type));
    return areKept ? this.keep(`${list}.length`, arrays) : null;
  }

  /** The same where it shows at the end how many there are: of nodes, and of arrays in objects. */
  private growing(part: Part, list: string, nodes: string): void {
    // Only those who read numbers meet parameters that tell something.
    if (!this.isChecked) {
      this.add(REFUSED);
      return;
    }
    const places = placesIn(part);
    for (const place of places) this.add(`p${place} = [];`);
    this.ends = new Map();
    this.counters = new Set();
    const before = this.lines.length;
    this.each(list, 'k', (of) => this.column(part, of, { k: 'k', list, nodes }));
    const counters = [...this.counters].map((counter) => `let ${counter} = 0;`);
    this.lines.splice(before, 0, ...counters);
    this.ends.forEach((line) => this.add(line));
    for (const place of places) {
      const { type, tells } = this.origins[place];
      if (isOfArrays(type)) continue;
      const kind = tells === undefined ? 'floats' : 'ints';
      this.add(`p${place} = ${kind}(p${place}, room);`);
    }
  }

  private newColumn(place: number, length: string): string {
    const { type, tells } = this.origins[place];
    if (tells !== undefined) return `room.ints(${length})`;
    if (!this.isChecked) return `new Array(${length})`;
    return isOfArrays(type) ? '[]' : `room.room(${length})`;
  }

  private column(part: Part, of: string, at: At): void {
    if (typeof part !== 'number') {
      const { presence, starts, element } = part;
      if (presence !== undefined) {
        const inner = part.at(true)!;
        const isThere = this.let(isThereText(this.origins[presence], of));
        this.add(`p${presence}[${at.k}] = ${isThere} ? 1 : 0;`);
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
    if (tells !== undefined) this.told(part, of, to, at);
    else if (!this.isChecked) this.add(`${to} = ${of};`);
    else {
      const inner = isArray(type) ? type.of : undefined;
      if (inner === undefined) this.value(of, 'f64', part, to);
      else if (isCopied(inner)) this.copy(of, inner, to);
      else this.asked(to, `read(${of}, types[${part}].of, ${this.seen}, ${part}, room)`);
    }
  }

  /** An array of objects in one of some objects. */
  private stretch(starts: number, element: Part, of: string, { k, list, nodes }: At): void {
    const counter = this.counterOf(starts);
    // There is one more: where the last array ends.
    this.ends.set(starts, `p${starts}[${k === 'k' ? `${list}.length` : k}] = ${counter};`);
    this.add(`p${starts}[${k}] = ${counter};`);
    this.add(`if (!isPlainList(${of})) ${REFUSED}`);
    if (this.isNoted) this.add(`s.push(${of});`);
    const j = `j${this.count++}`;
    this.each(of, j, (child) => {
      this.column(element, child, { k: counter, list, nodes });
      this.add(`${counter}++;`);
    });
  }

  private counterOf(starts: number): string {
    const counter = `n${starts}`;
    this.counters.add(counter);
    return counter;
  }

  /** What stands for what is missing, which nobody reads. */
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
  private fields(part: Inside, of: string, use: (inner: Part, of: string) => void): void {
    const { steps, parts, isTuple } = part;
    this.add(
      isTuple
        ? `if (!isPlainList(${of}) || ${of}.length !== ${steps.length}) ${REFUSED}`
        : `if (typeof ${of} !== 'object' || ${of} === null || Array.isArray(${of})) ${REFUSED}`,
    );
    if (this.isNoted) this.add(`s.push(${of});`);
    parts.forEach((inner, k) => {
      const step = steps[k];
      if (step === KEYS && typeof inner === 'number') {
        this.add(`if (!(p${inner} = hasKeys(${of}, keys[${inner}]))) ${REFUSED}`);
        return;
      }
      // As elements of lists are read: a descriptor of an element takes long.
      if (typeof step === 'number') {
        use(inner, step === CLASS ? of : this.let(`${of}[${step}]`));
        return;
      }
      use(inner, this.field(of, step as string, inner));
    });
  }
}
