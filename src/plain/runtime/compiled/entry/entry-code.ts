/**
 * Writes what reads the parameters of a lowered function as JavaScript: fields are asked for by their names. What it reads with,
 * and what it asks, stands in entry-values.ts.
 */
import { TEXTS } from '../../../ir/origin.js';
import { ColumnWriter, isThereText } from './entry-column-code.js';
import { Inside, placesIn, type Part } from './entry-parts.js';
import { REFUSED } from './entry-value-code.js';

export class EntryWriter extends ColumnWriter {
  /** Variables for what is remembered of variables that nobody can change: null at first. */
  readonly memos: string[] = [];
  /** Where the nodes of a tree stand once they are read, and the keys of an object with any. */
  readonly lists = new Map<Inside, string>();

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
   * The code that reads captured variables and all arguments but some into variables, with `captured`,
   * `read` and `room`. What it keeps for the next call is in variables that are null at first.
   *
   * @param isOut says of an argument whether it is read elsewhere
   * @param isInput says of another one whether a derivative is taken by it
   */
  beside(
    args: Inside,
    captures: Inside,
    isOut: (position: number) => boolean,
    isInput: (position: number) => boolean,
  ) {
    [this.seen, this.isInput, this.kept] = ['[]', 'false', []];
    this.textsOf(captures);
    this.captured(captures);
    const parts: Part[] = [...captures.parts];
    args.parts.forEach((part, k) => {
      const position = args.steps[k] as number;
      if (isOut(position)) return;
      parts.push(part);
      this.isInput = String(isInput(position));
      this.part(part, this.let(`args[${position}]`));
    });
    this.tables(captures);
    const values = parts.flatMap(placesIn).map((place) => `p${place}`);
    const { lines, kept, memos, lists } = this;
    return { values: [...values, ...lists.values()], lines, kept, memos, lists };
  }

  /** Declares what takes texts that the code does not know. If it takes many, it stays: then known ones are found again. */
  private textsOf(captures: Inside): void {
    const isKeyed = this.origins.some(({ tells }) => tells !== undefined && 'kind' in tells);
    const areKept =
      (isKeyed || this.hasTable) && !captures.parts.some((of) => this.isRemembered(of));
    if (!areKept) {
      this.add(this.declaredTexts);
      return;
    }
    this.areTextsKept = true;
    const tables = placesIn(captures.at(TEXTS) ?? new Inside(new Map())).map((at) => `table${at}`);
    this.memos.push('met', ...tables);
    const isLarge = ['met', ...tables].map((of) => `${of}?.isLarge === true`).join(' || ');
    const forgotten = tables.map((of) => `${of} = null;`).join(' ');
    this.add(`if (met === null || ${isLarge}) { met = new MetTexts([]); ${forgotten} }`);
    this.add('let word = null, words = met;');
  }

  /** The tables of texts, once all texts have been read. */
  private tables(captures: Inside): void {
    for (const place of placesIn(captures.at(TEXTS) ?? new Inside(new Map()))) {
      const kept = this.areTextsKept ? `table${place} ??= ` : '';
      this.add(`p${place} = ${kept}table(${place}, words);`);
    }
  }

  private captured(captures: Inside): void {
    captures.parts.forEach((part, k) => {
      if (captures.steps[k] === TEXTS) return;
      const of = this.let(`captured[${captures.steps[k] as number}]`);
      if (this.isRemembered(part)) this.remembering(part, of);
      else this.part(part, of);
    });
  }

  /** True if the value that is read of a variable is remembered: nobody can change it. */
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
    this.add(`const isFirst = ${this.noWords};`);
    const { kept } = this;
    [this.kept, this.room] = [null, 'lasting'];
    this.part(part, of);
    [this.kept, this.room] = [kept, 'room'];
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
      this.keyed(part, names, of);
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
      const list = this.listFor(part, `[${of}]`);
      const places = `m${this.count++}`;
      this.add(`let ${places} = null;`);
      this.growing(nodes, list, places);
    } else if (element !== undefined) {
      this.add(`if (!isPlainList(${of})) ${REFUSED}`);
      if (this.isNoted) this.add(`s.push(${of});`);
      this.elements(element, of);
    } else this.fields(part, of, (inner, child) => this.part(inner, child));
  }

  /** A variable for what is read of a part; one that is seen behind, if anything is kept. */
  private listFor(part: Inside, of: string): string {
    if (this.kept === null || this.depth > 0) return this.let(of);
    const name = `list${this.count++}`;
    this.lists.set(part, name);
    this.add(`${name} = ${of};`);
    return name;
  }

  /** A map, a set, or an object with any keys. */
  private keyed(part: Inside, names: number, of: string): void {
    const element = part.entries?.element;
    if (!this.isChecked) {
      this.add(REFUSED);
      return;
    }
    const { tells } = this.origins[names];
    const kind = tells !== undefined && 'kind' in tells ? tells.kind : 'object';
    const found = this.listFor(part, `entriesOf(${of}, '${kind}')`);
    this.add(`if (${found} === null) ${REFUSED}`);
    if (this.isNoted) this.add(`s.push(${of});`);
    this.keys(names, `${found}.keys`, tells !== undefined && 'texts' in tells);
    if (element !== undefined) this.elements(element, this.let(`${found}.values`));
  }
}
