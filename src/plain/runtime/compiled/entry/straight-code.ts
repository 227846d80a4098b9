/**
 * Writes the whole way of a small gradient as JavaScript: what entry asks, the call of compiled code, and the gradient in the
 * shape of the arguments, for arguments with the keys of a sample. It asks all that entry asks at each call; where
 * anything is otherwise, it gives null, and the usual way decides.
 */
import { isArray } from '../../../ir/ir.js';
import type { Origin } from '../../../ir/origin.js';
import { EntryWriter } from './entry-code.js';
import { isOfClasses, isOfMany, placesIn, type Inside, type Part } from './entry-parts.js';
import { NotStraight, OTHER } from './straight-cotangents.js';
import { GradientWriter } from './straight-gradients.js';
import { InputWriter } from './straight-inputs.js';

/** The greatest length of an array that is kept from one call to the next. */
const LONGEST_KEPT = 4096;

interface Straight {
  /** The body of a function of `args` and `captures`. */
  readonly body: string;
  /** Variables that keep something from one call to the next, which begin as null. */
  readonly variables: readonly string[];
}

/**
 * @param methods the methods of arrays that the function calls, of which no array may have its own
 * @param wrt the position of an argument, or some of these
 * @param places the parameters that the gradient is taken by, as code takes their shadows and gives their cotangents
 * @param sample arguments that were answered
 * @param isAlone whether code gives one result, without a list
 * @returns null where what the gradient is taken by holds anything else than numbers, arrays, and objects of known fields
 */
export function straightCode(
  origins: readonly Origin[],
  methods: readonly string[],
  args: Inside,
  captures: Inside,
  wrt: number | readonly number[],
  places: readonly number[],
  sample: readonly unknown[],
  isAlone: boolean,
): Straight | null {
  try {
    return new StraightWriter(origins, methods, places, isAlone).written(
      args,
      captures,
      wrt,
      sample,
    );
  } catch (error) {
    if (error instanceof NotStraight) return null;
    throw error;
  }
}

class StraightWriter extends InputWriter {
  private readonly memos: string[] = [];

  constructor(
    origins: readonly Origin[],
    methods: readonly string[],
    asked: readonly number[],
    private readonly isAlone: boolean,
  ) {
    super(origins, methods, asked);
  }

  written(
    args: Inside,
    captures: Inside,
    wrt: number | readonly number[],
    sample: readonly unknown[],
  ): Straight {
    const named = typeof wrt === 'number' ? [wrt] : wrt;
    const partAt = (position: number): Part => {
      const part = args.at(position);
      if (part === undefined) throw new NotStraight();
      return part;
    };
    const isMany = (position: number): boolean => {
      const part = named.includes(position) ? partAt(position) : null;
      return part !== null && (isOfMany(part) || isOfClasses(part) || this.holdsRows(part));
    };
    const isFew = (position: number): boolean => named.includes(position) && !isMany(position);
    const gradients = named.map((position) => {
      if (isMany(position)) return '';
      const before = this.places.length;
      const of = this.let(`args[${position}]`);
      const gradient = this.input(partAt(position), of, sample[position]);
      // A run refuses what holds no reals.
      if (this.places.length === before) throw new NotStraight();
      return gradient;
    });
    this.compared();
    // It throws where a class is not as it was made.
    this.add('const captured = captures();');
    const others = args.parts.filter((_, k) => !isFew(args.steps[k] as number));
    const isMore = others.length + captures.parts.length > 0;
    const beside = isMore ? this.beside(args, captures, isFew, isMany) : null;
    named.forEach((position, k) => {
      if (!isMany(position)) return;
      const writer = new GradientWriter(this.origins, beside!.lists, this.slopeOf, `y${k}_`);
      gradients[k] = writer.of(partAt(position), `args[${position}]`, [sample[position]]);
      const places = placesIn(partAt(position)).filter((place) => writer.places.has(place));
      places.forEach((place) => this.shadowOf(place));
      this.places.push(...places);
      this.memos.push(...writer.makers);
      this.after.push(...writer.lines);
    });
    if (!isSame(this.places, this.asked)) throw new NotStraight();
    const shadows = this.asked.filter((place) => isArray(this.origins[place].type));
    const given = [
      ...this.origins.map((_, place) => `p${place}`),
      ...shadows.map((place) => `z${place}`),
    ].join();
    const gradient = typeof wrt === 'number' ? gradients[0] : `[${gradients.join()}]`;
    const lines = [
      ...this.lines,
      this.isAlone
        ? `const value = run(${given});`
        : `const found = run(${given}), value = found[0];`,
      `if (typeof value !== 'number') ${OTHER}`,
      ...this.after,
      ...(beside?.needsRoom === true ? ['pools.giveBack(room);'] : []),
      ...this.spare.map((name) => {
        const size = name.startsWith('kept_') ? 'n' : 'length';
        return `${name} = own_${name}?.${size} > ${LONGEST_KEPT} ? null : own_${name};`;
      }),
      `return { value, gradient: ${gradient} };`,
    ];
    return { body: lines.join('\n'), variables: [...this.spare, ...this.memos] };
  }

  /** Reads what is not read elsewhere. Says where lists of it stand, and whether it asks for room. */
  private beside(
    args: Inside,
    captures: Inside,
    isOut: (position: number) => boolean,
    isInput: (position: number) => boolean,
  ) {
    const writer = new EntryWriter(this.origins, true, false);
    const { values, lines, kept, memos, lists } = writer.beside(args, captures, isOut, isInput);
    if (values.length > 0) this.add(`let ${values.join()};`);
    this.memos.push(...memos);
    for (const name of kept) {
      this.spare.push(`kept_${name}`);
      this.add(`let own_kept_${name} = kept_${name}; kept_${name} = null;`);
    }
    const needsRoom = lines.some((line) => /\broom[.)]/.test(line));
    if (needsRoom) this.add('const room = pools.borrow();');
    this.lines.push('{', ...lines, '}');
    return { lists, needsRoom };
  }
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((place) => other.includes(place));
