/** Names of variables in emitted code: the user's where they are free, else with a number. */

const words = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export ' +
    'extends false finally for function if implements import in instanceof interface let new null package ' +
    'private protected public return static super switch this throw true try typeof undefined var void while ' +
    'with yield undefined Math Number Array Float64Array Float32Array Int32Array Int16Array Int8Array ' +
    'Uint32Array Uint16Array Uint8Array Uint8ClampedArray NaN Infinity'
  ).split(' '),
);

/** A name as JavaScript allows it. */
export function safe(name: string): string {
  const plain = name.replace(/[^\p{ID_Continue}$]/gu, '_').replace(/^(?=\d)/, '_');
  return plain === '' ? 'v' : words.has(plain) ? `${plain}_` : plain;
}

export class Names {
  private readonly next = new Map<string, number>();

  /** @param around names that are taken everywhere */
  constructor(private readonly around?: Names) {}

  private countOf = (name: string): number | undefined =>
    this.next.get(name) ?? this.around?.countOf(name);

  /** A name that no variable has yet. */
  fresh(like: string): string {
    const base = safe(like);
    const count = this.countOf(base) ?? 0;
    this.next.set(base, count + 1);
    const name = count === 0 && like !== '' ? base : `${base}${count + 1}`;
    // The name with its number may be another variable's own.
    if (name !== base && this.countOf(name) !== undefined) return this.fresh(like);
    if (name !== base) this.next.set(name, 1);
    return name;
  }
}
