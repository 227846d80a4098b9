/** Places in translated code, and where they come from in the user's. */
import { TraceMap, originalPositionFor, type SourceMapInput } from '@jridgewell/trace-mapping';
import type { Place } from './messages.js';

/** The name under which code runs; stacks and errors have it. */
export const FILE = 'explorer.ts';

const placed = new RegExp(`${FILE.replace('.', '\\.')}:(\\d+):(\\d+)`);

/** The first place of our code that a text names, such as a stack. */
export function placeIn(text: string | undefined): Place | undefined {
  const [, line, column] = placed.exec(text ?? '') ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}

export class Places {
  private readonly map: TraceMap;

  constructor(map: object) {
    this.map = new TraceMap(map as SourceMapInput);
  }

  /** Where a place of the translated module comes from. */
  original({ line, column }: Place): Place | undefined {
    const found = originalPositionFor(this.map, { line, column: Math.max(column - 1, 0) });
    return found.line === null ? undefined : { line: found.line, column: found.column + 1 };
  }
}
