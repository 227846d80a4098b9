/**
 * The program that a function is, with the functions of other modules that it calls, and with the derivatives inside
 * of it written out. It is linked as the library links functions that run.
 */
import { exportOf, sourceOf } from '../front/module-sources.js';
import { improved } from '../improve/improved.js';
import { handsOnHosts } from '../ir/host.js';
import { isArray, type Func } from '../ir/ir.js';
import { writtenLowered } from '../ir/lowered-text.js';
import { ownRow } from '../ir/own-rows.js';
import type { Origin } from '../ir/origin.js';
import type { ResultForm } from '../ir/result-form.js';
import type { ImportedName } from '../lower/meanings/meanings.js';
import { lower } from '../lower/lower.js';
import type { Reason } from '../lower/syntax/refusal.js';
import { link, NotLinked, type Lowered } from '../runtime/compiled/linking.js';
import type { types } from '../front/syntax.js';
import { joined, type Joined } from '../joined/joined-program.js';
import {
  babel,
  exportedAs,
  functionIn,
  moduleOf,
  type Module,
  type NamedFunction,
} from './module.js';
import type { ReadModule } from './options.js';
import { OwnRows } from './module-rows.js';

type Made = ReturnType<typeof lower>;

interface SourceProgram {
  readonly func: Func;
  readonly origins: readonly Origin[];
  readonly result: ResultForm;
  /** The names of the variables outside that origins count. */
  readonly captures: readonly string[];
  readonly rows: OwnRows;
}

/** @param refused the error of what is refused */
export function programOf(
  found: NamedFunction,
  read: ReadModule | undefined,
  refused: (reason: Reason) => Error,
): SourceProgram {
  const linker = new SourceLinker(found, read, refused);
  try {
    const { program, captures } = link(linker.lowered(found), linker);
    const { func, origins, result } = program;
    const names = captures.flatMap((given) => given() as string[]);
    return { func, origins, result, captures: names, rows: linker.rows };
  } catch (error) {
    if (!(error instanceof NotLinked)) throw error;
    const instead = 'write that part in another way';
    throw refused({ what: error.message, instead, line: undefined });
  }
}

const ofArrays = {
  what: 'functions of NumPy',
  instead: 'write loops over arrays of numbers, or take its gradient where it runs',
};

const ofVariables = {
  what: 'a variable of the module that the function assigns',
  instead: 'return what it is to hold, or take the gradient where it runs',
};

class SourceLinker {
  readonly rows: OwnRows;
  private readonly modules = new Map<string, Module>();
  private readonly functions = new Map<NamedFunction['node'], NamedFunction>();
  private readonly known = new Map<NamedFunction, Lowered>();

  constructor(
    private readonly entry: NamedFunction,
    private readonly read: ReadModule | undefined,
    private readonly refused: (reason: Reason) => Error,
  ) {
    this.rows = new OwnRows((module, reason) => this.refusedIn(module, reason));
  }

  readonly find = (f: unknown): Lowered => this.lowered(f as NamedFunction);
  readonly partials: OwnRows['partials'] = (row, by) => this.rows.partials(row, by);

  /** A function as the library keeps it; values stand for its captured variables by their names. */
  lowered(found: NamedFunction): Lowered {
    const known = this.known.get(found);
    if (known !== undefined) return known;
    const { module, name } = found;
    const [made, isAlone] = this.lower(found);
    if (made.tag === 'refused') throw this.refusedIn(module, made.reason, name);
    // The lines of another file would mislead.
    const what = module === this.entry.module && isAlone ? 'lines' : 'names';
    const origins = made.origins.map((origin) => this.asRead(origin, found));
    const text = writtenLowered({ ...made, origins, func: improved(made.func) }, what);
    const rows = made.operators.map((operator) => this.rows.nameOf(operator, module));
    if (handsOnHosts(made.func))
      throw this.refusedIn(module, { ...ofArrays, line: found.node.loc?.start.line }, name);
    const captures = made.captures.map((of) => {
      if (of === 'this' || 'binding' in of) return 'this';
      return ('holder' in of ? of.holder : of).identifier.name;
    });
    const bound = made.imported.map((one) => this.imported(one, module));
    const lowered: Lowered = {
      text: rows.reduce(
        (all, row, k) => all.replaceAll(JSON.stringify(ownRow(k)), JSON.stringify(row)),
        text,
      ),
      captures: () => captures,
      operators: () => [],
      imports: () => bound,
    };
    this.known.set(found, lowered);
    return lowered;
  }

  /** A variable that functions assign can be read by a file, and not be assigned. */
  private asRead({ tells, ...origin }: Origin, { module, node, name }: NamedFunction): Origin {
    if (tells === undefined || !('variable' in tells))
      return { ...origin, ...(tells && { tells }) };
    if (isArray(origin.type))
      throw this.refusedIn(module, { ...ofVariables, line: node.loc?.start.line }, name);
    return origin;
  }

  /** A function alone, or together with the modules around where these have classes and the like; and whether it is alone. */
  private lower({ module, node, name }: NamedFunction): readonly [Made, boolean] {
    const joined = this.joinedWith(module);
    const copy = joined?.copies.get(node) as NamedFunction['node'] | undefined;
    if (joined === null || copy === undefined) return [lower(module.facts, node, name), true];
    const together = () => lower(joined.facts, copy, name);
    const alone = () => lower(module.facts, node, name);
    const [first, second] = joined.isNeeded ? [together, alone] : [alone, together];
    // Rows and functions that are still open would be looked for in the wrong module.
    const isFine = (made: Made): boolean =>
      made.tag === 'lowered' && made.operators.length === 0 && made.imported.length === 0;
    const made = first();
    if (first === alone ? made.tag === 'lowered' : isFine(made)) return [made, first === alone];
    const other = second();
    if (second === alone ? other.tag === 'lowered' : isFine(other))
      return [other, second === alone];
    return [joined.isNeeded && made.tag === 'refused' ? made : other, true];
  }

  private readonly joinedModules = new Map<Module, Joined | null>();

  private joinedWith(module: Module): Joined | null {
    const { read } = this;
    const known = this.joinedModules.get(module);
    if (known !== undefined) return known;
    const file = { type: 'File', program: module.program.node } as types.File;
    const made = read === undefined ? null : joined(file, module.filename, '', read, babel);
    this.joinedModules.set(module, made);
    return made;
  }

  // ── Other modules ──

  private imported({ binding, member, isModule }: ImportedName, from: Module): NamedFunction {
    const own = exportOf(binding);
    if (own === undefined)
      throw this.refusedIn(from, {
        what: `${binding.identifier.name}, which a call gives when the module runs`,
        instead: 'write it as a function',
        line: binding.identifier.loc?.start.line,
      });
    const name = isModule === true ? member! : member === undefined ? own : `${own}.${member}`;
    const found = this.exported(sourceOf(binding)!, from, name);
    if (found !== undefined) return found;
    throw this.refusedIn(from, {
      what: `${name} of ${sourceOf(binding)!} is not a function that is written down there`,
      instead: 'write it into the same file',
      line: undefined,
    });
  }

  /** The function that a module exports by a name. */
  private exported(source: string, from: Module, name: string): NamedFunction | undefined {
    const module = this.moduleOf(source, from);
    const [first, ...members] = name.split('.');
    for (const exported of exportedAs(module, first)) {
      const whole = [exported.name, ...members].join('.');
      if (exported.tag === 'other') {
        const found = this.exported(exported.source, module, whole);
        if (found !== undefined) return found;
      }
      const node = exported.tag === 'own' ? functionIn(module.program, whole) : undefined;
      if (node !== undefined) return this.named({ name: members.at(-1) ?? first, node, module });
    }
    return undefined;
  }

  /** The same for the same function. */
  private named(found: NamedFunction): NamedFunction {
    const known = this.functions.get(found.node);
    if (known === undefined) this.functions.set(found.node, found);
    return known ?? found;
  }

  private moduleOf(source: string, from: Module): Module {
    const given = this.read?.(source, from.filename);
    if (given === undefined)
      throw this.refusedIn(from, {
        what: `it calls a function of ${source}, which is not given`,
        instead: 'write the function into the same file, or give the option modules',
        line: undefined,
      });
    let module = this.modules.get(given.filename);
    if (module === undefined)
      this.modules.set(given.filename, (module = moduleOf(given.text, given.filename)));
    return module;
  }

  private refusedIn(module: Module, reason: Reason, name?: string): Error {
    if (module === this.entry.module) return this.refused(reason);
    const of = name === undefined ? '' : `${name} of `;
    const { what, line } = reason;
    const where = line === undefined ? '' : `, line ${line}`;
    return this.refused({
      ...reason,
      what: `${of}${module.filename}${where}: ${what}`,
      line: undefined,
    });
  }
}
