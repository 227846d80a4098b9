/**
 * Numbers as text that is as short as they are expected: arithmetic coding. What is expected is learnt from the numbers
 * before, by the contexts that they are told with. Whoever reads learns the same from what he has read. All arithmetic
 * is exact or rounded as IEEE says, so that engines agree.
 */
const digits = Array.from({ length: 95 }, (_, k) => String.fromCharCode(32 + k)).filter(
  (character) => !'"$\'\\`'.includes(character),
);
const places = new Map(digits.map((digit, k) => [digit, k]));
const RADIX = digits.length;
/** The most digits that are not yet decided. */
const LENGTH = 7;
const SIZE = RADIX ** LENGTH;
const FIRST = SIZE / RADIX;
/** Chances are multiples of 1 / PARTS. */
const PARTS = 65536;
/** The number of contexts that there is room for; those of one place count as one. */
const CONTEXTS = 1 << 16;
/** The weights of the counts of each context, the most general one first. */
const WEIGHTS = [2, 3, 4, 6, 9];
/** The count where nothing was seen. */
const UNSEEN = 0.5;
/** Larger counts would forget too slowly. */
const MOST = 60;
/** Up to here a number takes as many questions. */
const COUNTED = 14;

/** A context that is a part of another one. */
export const within = (context: number, part: number): number => {
  const mixed = Math.imul(context ^ Math.imul(part + 1, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
};

/** The counts that were learnt: for each context, the number of answers no, and yes. */
export type Learnt = Uint8Array;
export const nothingLearnt = (): Learnt => new Uint8Array(2 * CONTEXTS);

/** Writes numbers; or reads them, if there is a text. */
export class LearningCoder {
  private low = 0;
  private high = SIZE - 1;
  private written = '';
  private code = 0;
  private at = 0;
  /** The places of the contexts of a question. */
  private readonly slots = WEIGHTS.map(() => 0);

  /** @param learnt is changed */
  constructor(
    private readonly learnt: Learnt,
    private readonly text?: string,
  ) {
    if (text !== undefined)
      for (let k = 0; k < LENGTH; k++) this.code = this.code * RADIX + this.digit();
  }

  /** A number below 2 ** `bits`, which is given where it is written. */
  choice(contexts: readonly number[], bits: number, given?: number): number {
    let node = 1;
    for (let k = bits - 1; k >= 0; k--) {
      const bit = given === undefined ? undefined : (given >> k) & 1;
      node = 2 * node + this.bit(contexts, node, bit);
    }
    return node - 2 ** bits;
  }

  /** A number that is mostly small. */
  number(contexts: readonly number[], given?: number): number {
    for (let k = 0; k < COUNTED; k++)
      if (this.bit(contexts, k, given === undefined ? undefined : Number(given === k)) === 1)
        return k;
    const rest = given === undefined ? undefined : given - COUNTED + 1;
    let bits = 0;
    while (this.bit([1], bits, rest === undefined ? undefined : Number(rest >= 2 ** (bits + 1))))
      bits++;
    return COUNTED - 1 + 2 ** bits + this.choice([2], bits, rest && rest - 2 ** bits);
  }

  /** Returns the text that was written. */
  end(): string {
    for (let length = 1; length <= LENGTH; length++) {
      const unit = RADIX ** (LENGTH - length);
      const first = Math.ceil(this.low / unit);
      if (first * unit > this.high) continue;
      for (let k = length - 1; k >= 0; k--) {
        this.written += digits[Math.floor(first / RADIX ** k) % RADIX];
      }
      break;
    }
    return this.written;
  }

  private digit(): number {
    return places.get(this.text![this.at++]) ?? 0;
  }

  private bit(contexts: readonly number[], part: number, given?: number): number {
    const { learnt, slots } = this;
    const count = contexts.length;
    let no = UNSEEN;
    let yes = UNSEEN;
    for (let k = 0; k < count; k++) {
      const slot = 2 * (within(contexts[k], part) & (CONTEXTS - 1));
      slots[k] = slot;
      const nos = learnt[slot];
      const yeses = learnt[slot + 1];
      // What was always the same is trusted more.
      const weight = nos === 0 || yeses === 0 ? 2 * WEIGHTS[k] : WEIGHTS[k];
      no += weight * nos;
      yes += weight * yeses;
    }
    const chance = Math.min(Math.max(Math.floor((PARTS * yes) / (no + yes)), 1), PARTS - 1);
    const middle = this.low + Math.floor((this.high - this.low) / PARTS) * chance;
    const bit = given ?? Number(this.code <= middle);
    if (bit === 1) this.high = middle;
    else this.low = middle + 1;
    for (let k = 0; k < count; k++) {
      const slot = slots[k];
      if (learnt[slot + bit] < MOST) learnt[slot + bit]++;
      const other = slot + 1 - bit;
      if (learnt[other] > 2) learnt[other] = (learnt[other] >> 1) + 1;
    }
    this.move();
    return bit;
  }

  /** Leaves the digits behind that are decided. */
  private move(): void {
    for (;;) {
      const digit = Math.floor(this.low / FIRST);
      if (digit !== Math.floor(this.high / FIRST)) return;
      this.low = (this.low - digit * FIRST) * RADIX;
      this.high = (this.high - digit * FIRST) * RADIX + RADIX - 1;
      if (this.text === undefined) this.written += digits[digit];
      else this.code = (this.code - digit * FIRST) * RADIX + this.digit();
    }
  }
}
