/**
 * Solves equations between kinds for their least solution. Each kind starts as `none`. While an equation is
 * computed, the kinds that it asks for are remembered; when one of these has grown, the equation is computed
 * again. Equations that ask for many kinds come after the others. A kind grows a few times only, so this is
 * linear in the size of the equations.
 */
import { join, none, type Kind } from './kinds.js';

/** An equation that asks for more kinds than this comes after the others. */
const MUCH = 8;

/** A kind that is to be found. */
export class Unknown {
  kind: Kind = none;
  isMet = false;
  /** The number of kinds that the equation asks for. */
  asked = 0;
  /** The unknowns whose equations ask for this kind. */
  readonly users: Unknown[] = [];

  constructor(readonly equation: () => Kind) {}
}

export class Equations {
  private now: Unknown | null = null;
  private isSolved = false;
  private readonly next = new Set<Unknown>();
  private readonly later = new Set<Unknown>();

  /** The kind. Its equation is computed now if it never was. */
  of(unknown: Unknown): Kind {
    if (!unknown.isMet) this.find(unknown);
    return this.soFar(unknown);
  }

  /** The kind as far as it is known. `solve` computes it in its turn. */
  soFar(unknown: Unknown): Kind {
    const { now } = this;
    if (now !== null && !this.isSolved) {
      now.asked++;
      if (unknown.users.at(-1) !== now) unknown.users.push(now);
    }
    return unknown.kind;
  }

  solve(unknowns: Iterable<Unknown>): void {
    for (const unknown of unknowns) this.find(unknown);
    for (let found = this.take(); found !== undefined; found = this.take()) this.find(found);
    this.isSolved = true;
  }

  private take(): Unknown | undefined {
    const waiting = this.next.size > 0 ? this.next : this.later;
    const [first] = waiting;
    waiting.delete(first);
    return first;
  }

  private find(unknown: Unknown): void {
    const before = this.now;
    this.now = unknown;
    unknown.isMet = true;
    unknown.asked = 0;
    const kind = join(unknown.kind, unknown.equation());
    this.now = before;
    if (kind === unknown.kind) return;
    unknown.kind = kind;
    for (const user of unknown.users) (user.asked > MUCH ? this.later : this.next).add(user);
  }
}
