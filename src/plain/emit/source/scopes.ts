/** Names of variables by blocks: a name is free where no block around has it, so that loops may share names. */
import { safe } from '../names.js';

export class Scopes {
  private readonly blocks: Set<string>[];

  constructor(taken: Iterable<string>) {
    this.blocks = [new Set(taken), new Set()];
  }

  /** Makes the names that `fill` takes those of an inner block. */
  inner(fill: () => void): void {
    this.blocks.push(new Set());
    fill();
    this.blocks.pop();
  }

  /** A name that no block around has yet. */
  fresh(like: string): string {
    const name = this.free(like);
    this.blocks.at(-1)!.add(name);
    return name;
  }

  /** The same for the whole function: no block that follows has it either. */
  reserved(like: string): string {
    const name = this.free(like);
    this.blocks[0].add(name);
    return name;
  }

  private free(like: string): string {
    const base = safe(like);
    let name = base;
    for (let k = 2; this.blocks.some((block) => block.has(name)); k++)
      name = /\d$/.test(base) ? `${base}_${k}` : `${base}${k}`;
    return name;
  }
}
