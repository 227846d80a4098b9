/** Functions with 'use no grad': what goes into them, and comes out, has no derivatives. */
import { isNumber, type Value } from '../../ir/ir.js';
import { leavesOf } from '../meanings/carried-parts.js';
import type { Meaning } from '../meanings/meanings.js';
import { HostMembers } from './host-members.js';

export abstract class Abroad extends HostMembers {
  /** Whether a function with 'use no grad' is lowered. */
  protected isAbroad = false;

  /** Lowers such a function: no number that goes into it may depend on inputs. */
  protected abroad(args: readonly Meaning[], run: (args: readonly Meaning[]) => Meaning): Meaning {
    const before = this.isAbroad;
    this.isAbroad = true;
    const foreign = (of: Meaning): Meaning => {
      const leaves = leavesOf(of, this.state.get);
      return leaves === null ? of : this.rebuilt(of, leaves.map(this.asForeign));
    };
    const result = run(args.map(foreign));
    this.isAbroad = before;
    return result;
  }

  protected asForeign = (x: Value): Value =>
    isNumber(x.type) ? this.builder.let({ tag: 'stop', args: [x], isForeign: true }, x.name) : x;
}
