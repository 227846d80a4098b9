/** Objects with one prototype and the same fields in the same order: they stand in one arena. */
export interface Kind {
  readonly proto: object | null;
  readonly keys: readonly string[];
  /** Of objects that lists of the program hold: the kind that copies of them have; null of a kind of the code's own. */
  readonly own: Kind | null;
}
