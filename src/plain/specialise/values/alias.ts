/**
 * Aliases: objects that may be one. A join that makes a new object of two makes all three aliases, for good:
 * a write to one of them makes the others' field unknown. Classes are merged and never split (union-find
 * without paths, as they are small).
 */
export class Alias<T> {
  private parent: Alias<T> | null = null;
  members = new Set<T>();

  root(): Alias<T> {
    return this.parent?.root() ?? this;
  }

  join(other: Alias<T>): void {
    const [one, two] = [this.root(), other.root()];
    if (one === two) return;
    two.parent = one;
    for (const member of two.members) one.members.add(member);
  }

  /** Those that may be one with a member, without it. */
  others(of: T): readonly T[] {
    return [...this.root().members].filter((one) => one !== of);
  }
}
