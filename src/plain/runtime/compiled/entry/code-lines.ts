/** Lines of code that is being written, with names of its own for what they compute. */
export class CodeLines {
  readonly lines: string[] = [];
  protected count = 0;

  /** @param own what its names begin with */
  constructor(private readonly own = 'x') {}

  protected add(line: string): void {
    this.lines.push(line);
  }

  protected name = (): string => `${this.own}${this.count++}`;

  protected let(of: string): string {
    const name = this.name();
    this.add(`const ${name} = ${of};`);
    return name;
  }
}
