/** Copies of code, with values, blocks and names of functions of their own. O(size of the code). */
import { definedBy, type Func, type Region, type Stmt, type Value } from '../ir/ir.js';
import { Substitution } from './substitution.js';

/** Gives numbers to blocks that are kept, each of which is another one in each copy. */
export class Blocks {
  private next = 0;

  /** The numbers of one copy. */
  copy(): (block: number) => number {
    const known = new Map<number, number>();
    return (block) => {
      let found = known.get(block);
      if (found === undefined) known.set(block, (found = this.next++));
      return found;
    };
  }
}

export class Copying {
  private readonly same = new Substitution();
  private readonly blockOf: (block: number) => number;

  constructor(
    blocks: Blocks,
    private readonly nameOf: (called: string) => string = (called) => called,
  ) {
    this.blockOf = blocks.copy();
  }

  /** What stands for a value in the copy. */
  of = (value: Value): Value => this.same.of(value);

  /** Lets a value stand for a parameter. */
  replace(param: Value, by: Value): void {
    this.same.replace(param, by);
  }

  /** A region, whose parameters are copied, too. */
  region = (of: Region): Region => {
    of.params.forEach(this.own);
    const body = this.body(of);
    return { params: of.params.map(this.of), body, yields: of.yields.map(this.of) };
  };

  /** The statements of a region whose parameters others stand for. */
  body = (of: Region): Stmt[] => of.body.map(this.stmt);

  private own = (value: Value): void => this.same.replace(value, { ...value });

  private stmt = (stmt: Stmt): Stmt => {
    if (stmt.tag === 'for') this.own(stmt.counter);
    const made = this.same.inStmt(stmt, this.region);
    definedBy(stmt).forEach(this.own);
    const { of } = this;
    switch (made.tag) {
      case 'let':
        return { ...made, value: of(made.value) };
      case 'if':
      case 'while':
        return { ...made, results: made.results.map(of) };
      case 'call':
        return { ...made, of: this.nameOf(made.of), results: made.results.map(of) };
      case 'for':
        return {
          ...made,
          counter: of(made.counter),
          results: made.results.map(of),
          end: of(made.end),
        };
      case 'keep':
        return { ...made, block: this.blockOf(made.block) };
      case 'take':
        return { ...made, block: this.blockOf(made.block), values: made.values.map(of) };
      default:
        return made;
    }
  };
}

/** A program with values of its own. */
export function copied(f: Func, blocks: Blocks, nameOf?: (called: string) => string): Func {
  const copying = new Copying(blocks, nameOf);
  const one = ({ name, region }: Func): Func => ({
    name: nameOf?.(name) ?? name,
    region: copying.region(region),
  });
  const functions = f.functions?.map(one);
  return { ...one(f), name: f.name, ...(functions && { functions }) };
}
