/** What may help a function that was refused, and what that taught of its lists and loops: then it is lowered again. */
import type { Binding, FunctionNode, Node } from '../../front/syntax.js';
import type { Reason, Remedy } from '../syntax/refusal.js';
import { PoolLessons } from './pool-lessons.js';
import type { Shape } from './shapes.js';

/** A field of the instances of a class. */
interface FieldOfClass {
  readonly of: Node;
  readonly name: string;
}

/** What stands for a slot when the function is lowered again: a variable, the function that it is the result of, or a field. */
export type Lasting = Binding | FunctionNode | FieldOfClass | Node;

const fields = new WeakMap<Node, Map<string, FieldOfClass>>();

/** The same for the same class and name. */
export function fieldOfClass(of: Node, name: string): FieldOfClass {
  const known = fields.get(of) ?? new Map<string, FieldOfClass>();
  fields.set(of, known);
  const found = known.get(name) ?? { of, name };
  known.set(name, found);
  return found;
}

/** What a list that grows turned out to be, by the variable that it is made for, or by the literal that it is at first. */
export interface Lesson {
  /** What its elements are. */
  readonly of?: Shape;
  /** What the elements are of arrays that grow in it. */
  readonly inRows?: Shape;
  /** Whether its elements are arrays that grow. */
  readonly isOfRows?: true;
  /** Whether its elements are lists that have several names. */
  readonly isOfLists?: true;
  /** Whether its elements are values of the host, and it is one itself. */
  readonly isOfHost?: true;
  /** What the keys of a map are. */
  readonly keys?: 'text' | 'number';
  /** Whether a map has several names, or stands in something. */
  readonly isPooled?: true;
  /** Whether keys of a map are taken away. */
  readonly shrinks?: true;
  /** Whether a literal is an object with any keys. */
  readonly isDictionary?: true;
  /** Whether a literal is an array, and no tuple. */
  readonly isArray?: true;
  /** Whether a literal is an array that is replaced, and does not grow. */
  readonly isReplaced?: true;
  /** Whether another list holds it. */
  readonly isHeld?: true;
  /** Whether a function gives it where it may give another array: it does not grow any more then. */
  readonly isReturned?: true;
}

export class Lessons {
  private readonly remedies = new Set<Remedy>();
  private readonly lists = new Map<Binding | Node, Lesson>();
  private readonly uncounted = new Set<Node>();
  private readonly recursive = new Set<FunctionNode>();
  private readonly missing = new Set<Lasting>();
  readonly pools = new PoolLessons();
  /** The functions that are called as they are, in a run that records them; and why they are not lowered. */
  private readonly runs: Map<FunctionNode, Reason>;
  /** The variables outside that the function assigns. */
  private readonly ofModule = new Set<Binding>();
  /** Whether something was learned with which nothing was lowered yet. */
  isNew = false;

  /** @param of what was learned of functions that are called as they are, which all else depends on */
  constructor(of?: Lessons) {
    this.runs = new Map(of?.runs);
  }

  isRun = (f: FunctionNode): boolean => this.runs.has(f);
  whyRun = (f: FunctionNode): Reason => this.runs.get(f)!;
  learnRun = (f: FunctionNode, why: Reason): unknown => this.runs.set(f, why);

  get assigned(): Iterable<Binding> {
    return this.ofModule;
  }

  learnAssigned(variable: Binding): void {
    if (this.ofModule.has(variable)) return;
    this.ofModule.add(variable);
    this.isNew = true;
  }

  has = (remedy: Remedy): boolean => this.remedies.has(remedy);
  of = (list: Binding | Node): Lesson | undefined => this.lists.get(list);

  /** What the type of a field says of the elements of a literal, until what is put there tells more. */
  private readonly told = new Map<Node, Shape>();
  toldOf = (literal: Node): Shape | undefined => this.told.get(literal);
  tell = (literal: Node, elements: Shape): unknown => this.told.set(literal, elements);

  /** Learns something of a list, unless as much was known of it. */
  learn(list: Binding | Node, lesson: Lesson): void {
    const before = this.lists.get(list);
    const keys = Object.keys(lesson) as (keyof Lesson)[];
    if (keys.every((key) => before?.[key] !== undefined)) return;
    this.lists.set(list, { ...before, ...lesson });
    this.isNew = true;
  }

  /** Whether a method turned out to call itself on another object. */
  isRecursive = (f: FunctionNode): boolean => this.recursive.has(f);

  learnRecursive(f: FunctionNode): void {
    this.recursive.add(f);
    this.isNew = true;
  }

  /** Whether a loop turned out to change how far it counts. */
  isUncounted = (loop: Node): boolean => this.uncounted.has(loop);

  learnUncounted(loop: Node): void {
    this.uncounted.add(loop);
    this.isNew = true;
  }

  /** Whether loops take a variable or a result for what may be missing, since it holds nothing before them. */
  mayBeMissing = (of: Lasting | undefined): boolean => of !== undefined && this.missing.has(of);

  learnMissing(of: Lasting | undefined): void {
    if (of === undefined || this.missing.has(of)) return;
    this.missing.add(of);
    this.isNew = true;
  }

  learnAll(told: readonly (readonly [Binding | Node, Lesson])[]): void {
    for (const [list, lesson] of told) this.learn(list, lesson);
  }

  learnReturned(lists: readonly (Binding | Node)[]): void {
    for (const list of lists) this.learn(list, { isReturned: true });
  }

  /** Takes a remedy; false if it was taken, and there is nothing new to it. */
  take(remedy: Remedy): boolean {
    const { isNew } = this;
    this.isNew = false;
    if (remedy === 'lessons') return isNew;
    if (this.remedies.has(remedy)) return false;
    this.remedies.add(remedy);
    return true;
  }
}
