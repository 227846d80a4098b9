/**
 * Writes what reads one value for a lowered function as JavaScript, and what it asks of it. EntryWriter puts together from that
 * what reads all parameters.
 */
import { isArray, type ArrayType, type Type } from '../../../ir/ir.js';
import type { Origin } from '../../../ir/origin.js';
import { isCopied } from './checked.js';
import { CodeLines } from './code-lines.js';
import type { Part } from './entry-parts.js';

/** Among so many nodes one is found by going through them. */
const FEW_NODES = 24;

/** So many texts are compared in place. */
const FEW_TEXTS = 8;

export const REFUSED = 'return null;';

/** The place that is being read: the index in columns, and the list of nodes with their places. */
export interface At {
  readonly k: string;
  readonly list: string;
  readonly nodes: string;
}

export abstract class ValueWriter extends CodeLines {
  /** The number of loops around the code that is written now. */
  protected depth = 0;
  /** The list that takes the arrays that are met, and whether the value that is read is an input. */
  protected seen = 's';
  protected isInput = 's === inputs';
  /** Where room for copies is asked for. */
  protected room: 'room' | 'lasting' = 'room';
  /** Variables for arrays that are kept from one call to the next, if any are: lists of as many elements have the same. */
  protected kept: string[] | null = null;
  /**
   * The number of fields of the instance whose class is asked for that are asked for, too; 0 where some
   * may be missing.
   */
  protected ownFields = 0;
  /** Where the texts of columns that are being read stay from call to call, with their places; null if nowhere. */
  protected keptTexts: string | null = null;

  /**
   * @param isChecked whether numbers are numbers, and not what a reader takes for them
   * @param isNoted whether anybody asks for the objects and arrays that were met
   */
  constructor(
    protected readonly origins: readonly Origin[],
    protected readonly isChecked: boolean,
    protected readonly isNoted: boolean,
  ) {
    super();
  }

  /** True if texts have the places that they had in the call before. */
  protected areTextsKept = false;

  /** True if texts are looked up while code runs, or later: then all have to be in the table. */
  protected get hasTable(): boolean {
    if (this.areTextsKept) return true;
    return this.origins.some(({ tells }) => tells !== undefined && 'table' in tells);
  }

  /** The test that no text was met that the code does not know. */
  protected get noWords(): string {
    return this.hasTable ? 'words.isEmpty' : 'word === null && words == null';
  }

  /** The first text that the code does not know, and all that it does not. */
  protected get declaredTexts(): string {
    return `let word = null, words = ${this.hasTable ? 'new MetTexts([])' : 'null'};`;
  }

  protected each(list: string, k: string, use: (of: string) => void): void {
    this.add(`for (let ${k} = 0; ${k} < ${list}.length; ${k}++) {`);
    this.inLoop(() => use(this.let(`${list}[${k}]`)));
    this.add('}');
  }

  protected inLoop(write: () => void): void {
    this.depth++;
    write();
    this.depth--;
  }

  /**
   * The value of a data property; undefined if it may be missing and is. Written in place: a call takes
   * a third longer.
   */
  protected field(of: string, step: string, inner: Part): string {
    const [name, key] = [this.name(), JSON.stringify(step)];
    const mayBeMissing = typeof inner === 'object' && inner.presence !== undefined;
    this.add(`let ${name};`);
    if (mayBeMissing) this.add(`if (${key} in ${of}) {`);
    this.add(`${name} = getOwnPropertyDescriptor(${of}, ${key});`);
    this.add(
      `if (${name} === undefined || !${name}.enumerable || !('value' in ${name})) ${REFUSED}`,
    );
    // As a run reads it, where a proxy gives something else.
    this.add(`${name} = ${of}[${key}];`);
    if (mayBeMissing) this.add('}');
    return name;
  }

  protected parameter(place: number, of: string): void {
    const { type, usual, tells } = this.origins[place];
    const given =
      usual === undefined ? of : this.let(`${of} === undefined ? usual[${place}] : ${of}`);
    const to = `p${place}`;
    if (tells === undefined) this.value(given, type, place, to);
    else if ('variable' in tells) {
      // One that is given twice would be put back twice.
      if (this.isNoted) this.add(`s.push(${of});`);
      this.asked(to, `inVariable(${of}, types[${place}], variables[${place}])`);
    } else if ('isCell' in tells) this.asked(to, `inCell(${given}, types[${place}])`);
    else this.told(place, given, to, null);
  }

  /** A value of a type. */
  protected value(of: string, type: Type, place: number, to: string): void {
    if (type === 'host') this.asked(to, `ofHost(${of}, ${this.isInput})`);
    else if (this.isChecked && !isArray(type)) {
      this.add(`if (typeof ${of} !== '${type === 'bool' ? 'boolean' : 'number'}') ${REFUSED}`);
      this.add(`${to} = ${of};`);
    } else if (this.isChecked && isArray(type) && isCopied(type)) this.copy(of, type, to);
    else if (this.isChecked && !this.isNoted && isArray(type) && type.storage !== 'list') {
      this.add(`if (!isTyped(${of}, ${type.storage})) ${REFUSED}`);
      this.add(`${to} = ${of};`);
    } else this.asked(to, `read(${of}, types[${place}], ${this.seen}, ${place}, ${this.room})`);
  }

  /** A copy of a list of numbers, or of such lists, each of whose elements is read once. */
  protected copy(of: string, { of: inner }: ArrayType, to: string): void {
    const [copy, k] = [`c${this.count}`, `k${this.count++}`];
    this.add(`if (!isPlainList(${of})) ${REFUSED}`);
    if (this.isNoted) this.add(`s.push(${of});`);
    const floats = `new Floats(${of}.length)`;
    const own = inner === undefined ? this.keep(`${of}.length`, [['own', floats]]) : null;
    const made = inner === undefined ? `${this.room}.room(${of}.length)` : '[]';
    this.add(`const ${copy} = ${own === null ? made : `${own}.own`};`);
    this.each(of, k, (element) => {
      if (inner === undefined) this.value(element, 'f64', -1, `${copy}[${k}]`);
      else this.copy(element, inner, `${copy}[${k}]`);
    });
    this.add(`${to} = ${copy};`);
  }

  /**
   * The code that keeps some arrays, by their names and how they are made; null where room has to be
   * asked for.
   *
   * @param length of arrays that are made anew for another one
   */
  protected keep(
    length: string | null,
    arrays: readonly (readonly [string, string])[],
  ): string | null {
    if (this.kept === null || this.depth > 0) return null;
    const name = `own${this.kept.length}`;
    this.kept.push(name);
    const own = `own_kept_${name}`;
    const made = arrays.map(([name, of]) => `${name}: ${of}`);
    if (this.areTextsKept) made.push('met');
    const isOther = length === null ? '' : ` || ${own}.n !== ${length}`;
    const isOfOthers = this.areTextsKept ? ` || ${own}.met !== met` : '';
    this.add(
      `if (${own} === null${isOther}${isOfOthers}) ${own} = { ${[`n: ${length ?? 0}`, ...made].join()} };`,
    );
    return own;
  }

  /** A value that nobody reads. */
  protected noneOf(place: number): string {
    const { type } = this.origins[place];
    if (type === 'bool') return 'false';
    return type === 'f64' ? 'NaN' : `none(types[${place}], 0)`;
  }

  protected asked(to: string, what: string): void {
    this.add(`if ((${to} = ${what}) === undefined) ${REFUSED}`);
  }

  /** The code that reads the description of a value into a parameter. */
  protected told(
    place: number,
    of: string,
    to: string,
    at: At | null,
    k: string | null = at && at.k,
  ): void {
    const { tells } = this.origins[place];
    if (tells !== undefined && 'instanceOf' in tells)
      this.asked(
        to,
        `isInstance(${of}, captured[${tells.instanceOf}], methods[${place}], ${this.ownFields})`,
      );
    else if (tells === undefined || !('isLink' in tells || 'texts' in tells || 'isBool' in tells))
      this.add(REFUSED);
    else if ('isLink' in tells) this.link(of, to, at!);
    else if ('texts' in tells) {
      this.add(`if (typeof ${of} !== 'string') ${REFUSED}`);
      const { texts } = tells;
      const known = texts.slice(0, FEW_TEXTS);
      // The first text that the code does not know has the place behind those that it knows.
      const isAll = known.length === texts.length && !this.hasTable;
      const first = isAll
        ? `word === null || word === ${of} ? (word = ${of}, ${texts.length}) : `
        : '';
      const others = `words ??= new MetTexts(${isAll ? '[word]' : '[]'})`;
      const places = known.map((text, k) => `${of} === ${JSON.stringify(text)} ? ${k} : `);
      const found = `${places.join('')}${first}text(${place}, ${of}, ${others})`;
      const own = this.keptTexts;
      if (own === null || !this.areTextsKept || k === null) this.add(`${to} = ${found};`);
      else {
        // Most texts stand where they stood in the call before.
        const [before, placed] = [`${own}.texts${place}[${k}]`, `${own}.places${place}[${k}]`];
        this.add(`if (${before} !== ${of}) { ${placed} = ${found}; ${before} = ${of}; }`);
        this.add(`${to} = ${placed};`);
      }
    } else {
      this.add(`if (typeof ${of} !== 'boolean') ${REFUSED}`);
      this.add(`${to} = ${of} ? 1 : 0;`);
    }
  }

  /** The code that keeps the texts of a column, and their places. */
  protected textsOfColumn = (place: number): (readonly [string, string])[] =>
    this.areTextsKept && 'texts' in (this.origins[place].tells ?? {})
      ? [
          [`texts${place}`, '[]'],
          [`places${place}`, '[]'],
        ]
      : [];

  /** Reads keys: texts as their places, or numbers. */
  protected keys(to: number, list: string, areTexts: boolean): void {
    const made = `new ${areTexts ? 'Ints' : 'Floats'}(${list}.length)`;
    const own = this.keep(`${list}.length`, [[`p${to}`, made], ...this.textsOfColumn(to)]);
    const room = `${this.room}.${areTexts ? 'ints' : 'room'}(${list}.length)`;
    this.add(`p${to} = ${own === null ? room : `${own}.p${to}`};`);
    this.keptTexts = own;
    this.each(list, 'k', (key) => {
      if (areTexts) this.told(to, key, `p${to}[k]`, null, 'k');
      else this.value(key, 'f64', to, `p${to}[k]`);
    });
    this.keptTexts = null;
  }

  /** The place of a node among all. One of the inputs that is met again would be several in a run, and is one here. */
  protected link(of: string, to: string, { list, nodes }: At): void {
    const place = this.name();
    const isFew = `${list}.length < ${FEW_NODES}`;
    this.add(
      `let ${place} = ${isFew} ? ${list}.indexOf(${of}) : (${nodes} ??= placesIn(${list})).get(${of}) ?? -1;`,
    );
    this.add(
      `if (${place} < 0) { ${place} = ${list}.push(${of}) - 1; ${nodes}?.set(${of}, ${place}); }`,
    );
    this.add(`else if (${this.isInput}) ${REFUSED}`);
    this.add(`${to} = ${place};`);
  }
}
