/**
 * Numbers as characters, small ones as one. There are neither quotes nor backslashes among them, so that texts of them
 * stay as they are in JSON and in code.
 */
const isPlain = (character: string): boolean => !' "$\'@\\`'.includes(character);
const characters = Array.from({ length: 95 }, (_, k) => String.fromCharCode(32 + k)).filter(
  isPlain,
);
/** The number of characters that end a number; any other has another one behind it. */
const ENDS = 60;
const others = characters.length - ENDS;
const places = new Map(characters.map((character, k) => [character, k]));

export function digitsOf(number: number): string {
  if (number < ENDS) return characters[number];
  const rest = number - ENDS;
  return characters[ENDS + (rest % others)] + digitsOf(Math.floor(rest / others));
}

/** Reads the numbers of a text, one after the other. */
export class Digits {
  private at = 0;
  constructor(private readonly text: string) {}

  *[Symbol.iterator](): Generator<number> {
    while (this.at < this.text.length) yield this.next();
  }

  next = (): number => {
    const place = places.get(this.text[this.at++])!;
    return place < ENDS ? place : ENDS + (place - ENDS) + others * this.next();
  };
}
