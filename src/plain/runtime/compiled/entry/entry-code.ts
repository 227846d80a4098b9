/**
 * Writes what reads the parameters of a lowered function as JavaScript: fields are asked for by their names, and all
 * columns of an array of objects are filled in one go. What it reads with, and what it asks, stands in entry-values.ts.
 */
import { isArray, type ArrayType, type Type } from '../../../ir/ir.js';
import type { Origin } from '../../../ir/origin.js';
import { placesIn, type Inside, type Part } from './entry-parts.js';
import { linksOf, type Way } from './nodes.js';

const REFUSED = 'return null;';

/** Whether a column is a list of arrays; any other is one array of numbers. */
const isOfArrays = (type: Type): boolean => isArray(type) && type.of !== undefined;

/** Whether a type is that of lists of numbers, or of lists of these. */
const isCopied = ({ storage, of }: ArrayType): boolean =>
  storage === 'number[]' || (storage === 'list' && of !== undefined && isCopied(of));

export class EntryWriter {
  private readonly lines: string[] = [];
  private count = 0;
  /** The ways from node to node, of each tree. */
  readonly links: (readonly Way[])[] = [];

  /** @param isChecked whether numbers are numbers, and not what a reader takes for them */
  constructor(
    private readonly origins: readonly Origin[],
    private readonly isChecked: boolean,
  ) {}

  /** The body of a function of `args`, `captured`, `wrt`, `inputs`, `others`, `held`, `read` and `room`. */
  body(args: Inside, captures: Inside): string {
    const values = this.origins.map((_, place) => `p${place}`).join();
    if (values !== '') this.add(`let ${values};`);
    this.add('let s, words = null;');
    args.parts.forEach((part, k) => {
      const position = args.steps[k] as number;
      this.add(`s = isNamed(${position}, wrt) ? inputs : others;`);
      this.part(part, this.let(`args[${position}]`));
    });
    this.add('s = held;');
    captures.parts.forEach((part, k) => {
      this.part(part, this.let(`captured[${captures.steps[k] as number}]`));
    });
    this.add(`return [${values}];`);
    return this.lines.join('\n');
  }

  private add(line: string): void {
    this.lines.push(line);
  }

  private let(of: string): string {
    const name = `x${this.count++}`;
    this.add(`const ${name} = ${of};`);
    return name;
  }

  private part(part: Part, of: string): void {
    if (typeof part === 'number') {
      this.parameter(part, of);
      return;
    }
    const { presence, nodes, element } = part;
    if (presence !== undefined) {
      this.add(`if (p${presence} = ${this.isThere(presence, of)}) {`);
      this.part(part.at(true)!, of);
      this.add('} else {');
      for (const place of placesIn(part.at(true)!))
        this.add(`p${place} = none(types[${place}], 0);`);
      this.add('}');
    } else if (nodes !== undefined) {
      const which = this.links.push(linksOf(nodes, this.origins)) - 1;
      const list = this.let(`nodesFrom(${of}, links[${which}], s)`);
      this.add(`if (${list}.length === 0) ${REFUSED}`);
      this.columns(nodes, list, this.let(`placesOf(${list})`));
    } else if (element !== undefined) {
      this.add(`if (!isPlainList(${of})) ${REFUSED} s.push(${of});`);
      this.columns(element, of, '');
    } else this.fields(part, of, (inner, child) => this.part(inner, child));
  }

  private readonly isThere = (presence: number, of: string): string => {
    const { tells } = this.origins[presence];
    if (tells === undefined || !('absent' in tells)) return 'true';
    return `${of} !== ${tells.absent}`;
  };

  /** Reads a part of each of some objects. */
  private columns(part: Part, list: string, nodes: string): void {
    const places = placesIn(part);
    for (const place of places) this.add(`p${place} = ${this.newColumn(place, `${list}.length`)};`);
    this.add(`for (let k = 0; k < ${list}.length; k++) {`);
    this.column(part, this.let(`${list}[k]`), nodes);
    this.add('}');
    if (this.isChecked) return;
    for (const place of places) {
      const type = isOfArrays(this.origins[place].type) ? `types[${place}]` : 'numbers';
      this.asked(`p${place}`, `read(p${place}, ${type}, s, ${place})`);
    }
  }

  private newColumn(place: number, length: string): string {
    const { type, tells } = this.origins[place];
    if (tells !== undefined) return `room.ints(${length})`;
    if (!this.isChecked) return `new Array(${length})`;
    return isOfArrays(type) ? '[]' : `room.room(${length})`;
  }

  private column(part: Part, of: string, nodes: string): void {
    if (typeof part !== 'number') {
      const { presence } = part;
      if (presence === undefined) {
        this.fields(part, of, (inner, child) => this.column(inner, child, nodes));
        return;
      }
      const inner = part.at(true)!;
      const isThere = this.let(this.isThere(presence, of));
      this.add(`p${presence}[k] = ${isThere} ? 1 : 0;`);
      this.add(`if (${isThere}) {`);
      this.column(inner, of, nodes);
      this.add('} else {');
      // Nobody reads what stands for what is missing.
      for (const place of placesIn(inner)) this.add(`p${place}[k] = ${this.noElement(place)};`);
      this.add('}');
      return;
    }
    const { type, tells } = this.origins[part];
    const to = `p${part}[k]`;
    if (tells !== undefined) this.told(part, of, to, nodes);
    else if (!this.isChecked) this.add(`${to} = ${of};`);
    else {
      const inner = isArray(type) ? type.of : undefined;
      if (inner === undefined) this.value(of, 'f64', part, to);
      else if (isCopied(inner)) this.copy(of, inner, to);
      else this.asked(to, `read(${of}, types[${part}].of, s, ${part}, room)`);
    }
  }

  private noElement(place: number): string {
    if (isOfArrays(this.origins[place].type)) return `none(types[${place}].of, 0)`;
    return `k > 0 ? p${place}[k - 1] : 0`;
  }

  /** Asks an object or a tuple, and goes through what is inside. */
  private fields(part: Inside, of: string, use: (inner: Part, of: string) => void): void {
    const { steps, parts, isTuple } = part;
    this.add(
      isTuple
        ? `if (!isPlainList(${of}) || ${of}.length !== ${steps.length}) ${REFUSED}`
        : `if (typeof ${of} !== 'object' || ${of} === null || Array.isArray(${of})) ${REFUSED}`,
    );
    this.add(`s.push(${of});`);
    parts.forEach((inner, k) => {
      const step = steps[k];
      // As elements of lists are read: a descriptor of an element takes long.
      if (typeof step === 'number') {
        use(inner, this.let(`${of}[${step}]`));
        return;
      }
      const key = JSON.stringify(step);
      const mayBeMissing = typeof inner === 'object' && inner.presence !== undefined;
      const found = `heldBy(${of}, ${key})`;
      const child = this.let(mayBeMissing ? `${key} in ${of} ? ${found} : undefined` : found);
      this.add(`if (${child} === NONE) ${REFUSED}`);
      use(inner, child);
    });
  }

  private parameter(place: number, of: string): void {
    const { type, usual, tells } = this.origins[place];
    const given =
      usual === undefined ? of : this.let(`${of} === undefined ? usual[${place}] : ${of}`);
    const to = `p${place}`;
    if (tells === undefined) this.value(given, type, place, to);
    else if ('isCell' in tells) this.asked(to, `inCell(${given}, types[${place}])`);
    else this.told(place, given, to, '');
  }

  /** A value of a type. */
  private value(of: string, type: Type, place: number, to: string): void {
    if (this.isChecked && !isArray(type)) {
      this.add(`if (typeof ${of} !== '${type === 'bool' ? 'boolean' : 'number'}') ${REFUSED}`);
      this.add(`${to} = ${of};`);
    } else if (this.isChecked && isArray(type) && isCopied(type)) this.copy(of, type, to);
    else this.asked(to, `read(${of}, types[${place}], s, ${place}, room)`);
  }

  /** A copy of a list of numbers, or of such lists, each of whose elements is read once. */
  private copy(of: string, { of: inner }: ArrayType, to: string): void {
    const [copy, k] = [`c${this.count}`, `k${this.count++}`];
    this.add(`if (!isPlainList(${of})) ${REFUSED} s.push(${of});`);
    this.add(`const ${copy} = ${inner === undefined ? `room.room(${of}.length)` : '[]'};`);
    this.add(`for (let ${k} = 0; ${k} < ${of}.length; ${k}++) {`);
    const element = this.let(`${of}[${k}]`);
    if (inner === undefined) this.value(element, 'f64', -1, `${copy}[${k}]`);
    else this.copy(element, inner, `${copy}[${k}]`);
    this.add('}');
    this.add(`${to} = ${copy};`);
  }

  private asked(to: string, what: string): void {
    this.add(`if ((${to} = ${what}) === undefined) ${REFUSED}`);
  }

  /** What a parameter tells of something. */
  private told(place: number, of: string, to: string, places: string): void {
    const { tells } = this.origins[place];
    if (tells === undefined || 'absent' in tells || 'isCell' in tells) this.add(REFUSED);
    else if ('isLink' in tells) this.asked(to, `${places}.get(${of})`);
    else if ('texts' in tells) {
      this.add(`if (typeof ${of} !== 'string') ${REFUSED}`);
      this.add(`${to} = text(${place}, ${of}, words ??= []);`);
    } else {
      this.add(`if (typeof ${of} !== 'boolean') ${REFUSED}`);
      this.add(`${to} = ${of} ? 1 : 0;`);
    }
  }
}
