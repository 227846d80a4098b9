/**
 * The edge of a function's domain, found by its values. Beyond it the function is NaN or infinite, so a search that
 * only cuts its steps creeps towards the edge, and never along it. Here the unknowns that lead out get walls, which are
 * further bounds, once it gets no further: then it goes on along the edge. Walls are asked again before a run ends at them, since an edge
 * may depend on the other unknowns.
 */
import type { Box } from './bounds.js';
import type { Problem } from './problem.js';
import type { Edge, Reason } from './run.js';
import type { Vector } from './vectors.js';

interface Wall {
  /** Inside, and as near to the edge as is told. */
  readonly at: number;
  readonly outside: number;
}

/** A point outside counts for so many steps. */
const RECENT = 2;
/** A wall is so near to the edge, as a part of the step that led across. */
const NEARNESS = 2 ** -40;
/** So many walls are looked for between two points. */
const MOST_WALLS = 8;
/**
 * The most searches for walls in all, and the most times that the edge at the end of a run may have
 * moved.
 */
const MOST_SEARCHES = 100;
const MOST_MOVES = 30;

export class Domain {
  private readonly walls = new Map<number, Wall>();
  private age = 0;
  private moves = 0;
  private searches = 0;
  /** A point outside, and the unknowns that led there. */
  private last: { readonly x: Vector; readonly blamed: readonly number[] } | null = null;
  /** The given bounds and the walls. */
  box: Box | null;

  /** @param isInside whether the function is finite at a point */
  constructor(
    private readonly given: Box | null,
    private readonly isInside: (x: Vector) => boolean,
  ) {
    this.box = given;
  }

  /** A point outside was met on a step. */
  meet(x: Vector): void {
    this.last = { x, blamed: [] };
    this.age = 0;
  }

  /** A step was taken. */
  moved(): void {
    this.age++;
  }

  /** True if a point outside may be the reason that a run gets no further. */
  get isNear(): boolean {
    return this.last !== null && this.age <= RECENT;
  }

  /** Where a run gets no further, walls before the point outside that was met last. Whether there are new ones. */
  wallsFrom(from: Vector): boolean {
    if (!this.isNear) return false;
    const to = this.last!.x;
    const blamed: number[] = [];
    const next = to.slice();
    let isNew = false;
    while (blamed.length < MOST_WALLS && this.searches < MOST_SEARCHES && !this.isInside(next)) {
      this.searches++;
      const j = this.culprit(from, next);
      const wall = this.wallOf(upTo(from, next, j), j, next[j]);
      blamed.push(j);
      this.last = { x: upTo(from, next, j + 1), blamed };
      if (this.walls.get(j)?.at === wall.at) break;
      this.walls.set(j, wall);
      next[j] = wall.at;
      isNew = true;
    }
    this.rebuild();
    return isNew;
  }

  /** The unknown whose change leads out, if they change one after another. O(log unknowns) values. */
  private culprit(from: Vector, to: Vector): number {
    let [inside, outside] = [0, from.length];
    while (outside - inside > 1) {
      const middle = (inside + outside) >> 1;
      if (this.isInside(upTo(from, to, middle))) inside = middle;
      else outside = middle;
    }
    return outside - 1;
  }

  /** Where unknown j leaves the domain, on its way from a point inside. */
  private wallOf(from: Vector, j: number, to: number): Wall {
    let [at, outside] = [from[j], to];
    const near = NEARNESS * Math.abs(outside - at);
    while (Math.abs(outside - at) > near) {
      const middle = at + (outside - at) / 2;
      if (middle === at || middle === outside) break;
      if (this.isInside(from.with(j, middle))) at = middle;
      else outside = middle;
    }
    return { at, outside };
  }

  /** The unknowns at walls that a slope pushes against. */
  private pressed(x: Vector, gradient: Vector): number[] {
    return [...this.walls].flatMap(([j, { at, outside }]) =>
      x[j] === at && gradient[j] * (outside - at) < 0 ? [j] : [],
    );
  }

  /**
   * True if walls are the reason that nothing moves: then the run is at an edge, if it has not moved
   * meanwhile.
   */
  holds(x: Vector, gradient: Vector): boolean {
    return this.pressed(x, gradient).length > 0;
  }

  /**
   * True if there is room again before the walls at which a run would end; then these stand elsewhere
   * from now on.
   */
  hasMoved(x: Vector, gradient: Vector): boolean {
    if (++this.moves > MOST_MOVES) return false;
    let isMoved = false;
    for (const j of this.pressed(x, gradient)) {
      const { at, outside } = this.walls.get(j)!;
      const beyond = x.with(j, outside);
      if (this.isInside(beyond)) {
        this.walls.delete(j);
        isMoved = true;
        continue;
      }
      const wall = this.wallOf(x, j, outside);
      if (Math.abs(wall.at - at) > 0.5 * Math.abs(outside - at)) {
        this.walls.set(j, wall);
        isMoved = true;
      }
      this.last = { x: beyond, blamed: [j] };
    }
    this.rebuild();
    return isMoved;
  }

  /** A point outside, and the unknowns that lead there from a point at which a run has ended. */
  edgeAt(x: Vector, gradient: Vector): { readonly beyond: Vector; readonly unknowns: number[] } {
    const pressed = this.pressed(x, gradient);
    const { x: beyond, blamed } = this.last!;
    if (pressed.length === 0) return { beyond, unknowns: [...blamed] };
    const past = x.slice();
    for (const j of pressed) past[j] = this.walls.get(j)!.outside;
    return { beyond: past, unknowns: pressed };
  }

  private rebuild(): void {
    const { given, walls } = this;
    if (walls.size === 0) {
      this.box = given;
      return;
    }
    const size = this.last!.x.length;
    const lower = given?.lower.slice() ?? new Float64Array(size).fill(-Infinity);
    const upper = given?.upper.slice() ?? new Float64Array(size).fill(Infinity);
    for (const [j, { at, outside }] of walls)
      if (outside < at) lower[j] = Math.max(lower[j], at);
      else upper[j] = Math.min(upper[j], at);
    this.box = { lower, upper };
  }
}

/** A point of which the first unknowns are those of another. */
function upTo(from: Vector, to: Vector, count: number): Vector {
  const x = from.slice();
  for (let j = 0; j < count; j++) x[j] = to[j];
  return x;
}

/** Describes the place where the function of a run is not finite, if that was the end of the run. */
export function edgeFor(
  reason: Reason,
  { names }: Pick<Problem, 'names'>,
  domain: Domain,
  { x, gradient }: { readonly x: Vector; readonly gradient: Vector },
  valueAt: (x: Vector) => Omit<Edge, 'parameters'> | undefined,
): Edge | null {
  if (reason !== 'edge-of-domain' && reason !== 'not-finite') return null;
  const { beyond, unknowns } =
    reason === 'edge-of-domain' ? domain.edgeAt(x, gradient) : { beyond: x, unknowns: [] };
  return { parameters: unknowns.map((j) => names[j]), ...(valueAt(beyond) ?? { value: NaN }) };
}
