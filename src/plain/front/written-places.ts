/** The places that outlive calls and are written anywhere in a module: a test may ask for a cache only where code reads one. */
import type { Facts } from './facts.js';
import { KeptPlaces } from './kept-places.js';
import { mayWrite, methodOf, storedBy, targetsOf } from './questions.js';
import { isFunction, type Node } from './syntax.js';

interface Body {
  readonly reads: boolean;
  /** The places that it writes itself, with what it stores there. */
  readonly writes: Writes;
  /** The bodies of functions in it, and of those that it calls. */
  readonly next: readonly Node[];
}
export type Writes = ReadonlyMap<string, readonly Node[]>;
type Children = (node: Node) => readonly Node[];
const ofModules = new WeakMap<Facts, WrittenPlaces>();

export class WrittenPlaces {
  private readonly keys = new Set<string>();
  private readonly bodies = new Map<Node, Body>();
  private readonly around = new WeakMap<Node, Node>();
  /** Whoever asks, each variable that functions share counts as one outside. */
  private readonly places: KeptPlaces;

  private constructor(
    private readonly facts: Facts,
    private readonly children: Children,
  ) {
    this.places = new KeptPlaces(children, facts, (binding) => facts.captured.has(binding));
    this.note(facts.program, facts.program);
  }

  /** O(size of the module) once. */
  static in(facts: Facts, children: Children): WrittenPlaces {
    let found = ofModules.get(facts);
    if (found === undefined) ofModules.set(facts, (found = new WrittenPlaces(facts, children)));
    return found;
  }

  /** True if the body of a function, or a function that it calls, reads one. O(functions that are called). */
  areReadBy(body: () => Node): boolean {
    if (this.keys.size === 0) return false;
    const seen = new Set<Node>();
    const look = (code: Node): boolean => {
      if (seen.has(code)) return false;
      seen.add(code);
      const { reads, next } = this.bodyOf(code);
      return reads || next.some(look);
    };
    return look(body());
  }

  /** The places that the body of a function itself writes, with what it stores there. */
  by(body: Node): Writes {
    return this.bodyOf(body).writes;
  }

  /** The body of the function around a branch; the module if there is none. */
  bodyAround(branch: Node): Node {
    return this.around.get(branch) ?? this.facts.program;
  }

  /** Notes the targets of assignments, the objects of methods that may write, and where branches are. */
  private note(node: Node, body: Node): void {
    if (/^(If|While|Switch|Conditional|Logical|Assignment|Binary|Call)/.test(node.type))
      this.around.set(node, body);
    for (const [key] of this.writtenAt(node)) this.keys.add(key);
    for (const child of this.children(node))
      this.note(child, isFunction(node) && child === node.body ? child : body);
  }

  private writtenAt(node: Node): [key: string, values: readonly Node[]][] {
    const method = methodOf(node);
    const targets = method !== null && mayWrite(method) ? [method.of] : targetsOf(node);
    return targets.flatMap((target) => {
      const place = this.places.root(target);
      return place === null ? [] : [[place.key, storedBy(node)]];
    });
  }

  private bodyOf(code: Node): Body {
    const known = this.bodies.get(code);
    if (known !== undefined) return known;
    const next: Node[] = [];
    const writes = new Map<string, readonly Node[]>();
    let reads = false;
    const look = (node: Node): void => {
      const called = this.places.called(node);
      if (called !== null) next.push(called.body);
      for (const [key, values] of this.writtenAt(node))
        writes.set(key, [...(writes.get(key) ?? []), ...values]);
      const place = this.places.place(node);
      if (place !== null && this.keys.has(place.key)) reads = true;
      for (const child of this.children(node))
        if (isFunction(child)) next.push(child.body, ...child.params);
        else look(child);
    };
    look(code);
    const body = { reads, writes, next };
    this.bodies.set(code, body);
    return body;
  }
}
