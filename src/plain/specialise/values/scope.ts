/** The names around a place, in places of their own; the outermost scope asks for those of the program. */
export class Names<Place extends { readonly birth: number }, Value> {
  readonly names = new Map<string, Place>();
  constructor(
    readonly outer: Names<Place, Value> | null,
    readonly outside: ((name: string) => Value | undefined) | null = null,
  ) {}

  find(name: string): Place | undefined {
    return this.names.get(name) ?? this.outer?.find(name);
  }

  /** True if it has names that were made at or after a mark. */
  isYounger(mark: number): boolean {
    for (const { birth } of this.names.values()) if (birth >= mark) return true;
    return this.outer?.isYounger(mark) ?? false;
  }

  /** The value that the program has by a name. */
  given(name: string): Value | undefined {
    return this.outside?.(name) ?? this.outer?.given(name);
  }
}
