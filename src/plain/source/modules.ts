/** The modules around a module, each read once. Lines of others are told from its own by where they begin. */
import type { Module } from './module.js';
import { moduleOf } from './module.js';
import type { ReadModule } from './options.js';

/** Lines of the other modules begin at multiples of this. */
const LINES = 1_000_000;

export class Modules {
  private readonly all: Module[];

  constructor(
    own: Module,
    private readonly read: ReadModule | undefined,
  ) {
    this.all = [own];
  }

  /** The module that an import means; undefined if it is not given. */
  find(source: string, from: Module): Module | undefined {
    const given = this.read?.(source, from.filename);
    if (given === undefined) return undefined;
    const known = this.all.find(({ filename }) => filename === given.filename);
    if (known !== undefined) return known;
    const made = moduleOf(given.text, given.filename, this.all.length * LINES + 1);
    this.all.push(made);
    return made;
  }

  /** The file of a line, unless it is the module itself, and the line there. */
  placeOf(line: number): { readonly file: string | undefined; readonly line: number } {
    const which = Math.floor(line / LINES);
    return { file: which === 0 ? undefined : this.all[which].filename, line: line % LINES };
  }
}

/** True of a line of the module itself. */
export const isOwnLine = (line: number): boolean => line < LINES;
