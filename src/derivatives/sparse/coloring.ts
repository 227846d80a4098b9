/**
 * Which directions can share a pass: colourings of the rows or columns of a pattern (Gebremedhin,
 * Manne and Pothen, What Color Is Your Jacobian?, 2005; Gebremedhin, Tarafdar, Manne and Pothen,
 * New Acyclic and Star Coloring Algorithms, 2007). Greedy, vertices of the highest degree first.
 *
 * Rows that share no column can be pulled back together. For a symmetric matrix less is enough:
 * neighbours have different colours, and no path of four vertices has only two (a star
 * colouring). Then of each pair of entries (i, j), (j, i) at least one is alone in its row among
 * the columns of its colour.
 */
import type { Pattern } from './pattern.js';

export interface Coloring {
  /** The colour of each vertex; -1 for those without entries, which need no pass. */
  readonly colors: Int32Array;
  readonly count: number;
}

/**
 * Rows by number of entries, those with the most first; empty rows are left out. O(rows + entries).
 */
function fullestFirst({ height, starts, fullest }: Pattern): number[] {
  const bySize: number[][] = Array.from({ length: fullest + 1 }, () => []);
  for (let row = 0; row < height; row++) bySize[starts[row + 1] - starts[row]].push(row);
  return bySize.slice(1).reverse().flat();
}

/** The first colour that is not forbidden to a vertex. */
function firstAllowed(forbiddenTo: Int32Array, vertex: number): number {
  let color = 0;
  while (forbiddenTo[color] === vertex) color++;
  return color;
}

/** Colours rows so that rows of one colour share no column. O(entries · fullest column). */
export function colorRows(pattern: Pattern, transposed: Pattern): Coloring {
  const colors = new Int32Array(pattern.height).fill(-1);
  const forbiddenTo = new Int32Array(pattern.height + 1).fill(-1);
  let count = 0;
  for (const row of fullestFirst(pattern)) {
    for (let k = pattern.starts[row]; k < pattern.starts[row + 1]; k++) {
      const column = pattern.columns[k];
      for (let l = transposed.starts[column]; l < transposed.starts[column + 1]; l++) {
        const color = colors[transposed.columns[l]];
        if (color >= 0) forbiddenTo[color] = row;
      }
    }
    colors[row] = firstAllowed(forbiddenTo, row);
    count = Math.max(count, colors[row] + 1);
  }
  return { colors, count };
}

/**
 * A star colouring of a symmetric pattern. The coloured neighbours of a vertex without a
 * colour all have different colours, so a vertex never joins two stars when it gets its own.
 * What is remembered per vertex: the colours around it, and the colours of the hubs of those
 * stars of which it is a tip.
 */
export function colorSymmetric(pattern: Pattern): Coloring {
  const { height, starts, columns } = pattern;
  const colors = new Int32Array(height).fill(-1);
  const forbiddenTo = new Int32Array(height + 1).fill(-1);
  const around: number[][] = Array.from({ length: height }, () => []);
  const hubsOf: number[][] = Array.from({ length: height }, () => []);
  /** By vertex · height + colour: the neighbour of that colour, or -1 once there are several. */
  const onlyOne = new Map<number, number>();
  let count = 0;

  const forbid = (vertex: number, neighbour: number) => {
    const ofNeighbour = colors[neighbour];
    if (ofNeighbour >= 0) forbiddenTo[ofNeighbour] = vertex;
    for (const color of ofNeighbour >= 0 ? hubsOf[neighbour] : around[neighbour]) {
      forbiddenTo[color] = vertex;
    }
  };
  /**
   * Notes the colour of `vertex` at a neighbour, which becomes a hub when it
   * has two of that colour.
   */
  const note = (vertex: number, neighbour: number) => {
    const key = neighbour * height + colors[vertex];
    const other = onlyOne.get(key);
    if (other === undefined) {
      onlyOne.set(key, vertex);
      around[neighbour].push(colors[vertex]);
      return;
    }
    hubsOf[vertex].push(colors[neighbour]);
    if (other < 0) return;
    hubsOf[other].push(colors[neighbour]);
    onlyOne.set(key, -1);
  };

  for (const vertex of fullestFirst(pattern)) {
    const [from, to] = [starts[vertex], starts[vertex + 1]];
    for (let k = from; k < to; k++) if (columns[k] !== vertex) forbid(vertex, columns[k]);
    colors[vertex] = firstAllowed(forbiddenTo, vertex);
    count = Math.max(count, colors[vertex] + 1);
    for (let k = from; k < to; k++) if (columns[k] !== vertex) note(vertex, columns[k]);
  }
  return { colors, count };
}

/** The vertices of each colour. */
export function byColor({ colors, count }: Coloring): readonly number[][] {
  const groups: number[][] = Array.from({ length: count }, () => []);
  colors.forEach((color, vertex) => {
    if (color >= 0) groups[color].push(vertex);
  });
  return groups;
}
