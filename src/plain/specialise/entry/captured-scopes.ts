/** The scopes of the names that functions of the program capture: values are looked at when a name is first met. */
import { Cell, known, Scope, type Abstract, type Closure } from '../values/abstract.js';
import { valueNow, Variables, type Captures } from './captured-names.js';
import { GivenFunctions, type KnownCore } from './given-functions.js';
import type { Where } from './holders.js';
import type { Reader, Slot } from './reader.js';
import type { State } from './state.js';

/** Lifts a value that stands in some holders, but not in an argument. */
type Lift = (of: unknown, slot: Slot, name: string, within: Where['within']) => Abstract;

export class CapturedScopes {
  private readonly scopes = new Map<Captures, Scope>();
  private readonly variables = new Variables();
  private readonly functions: GivenFunctions;

  constructor(
    private readonly reader: Reader,
    private readonly state: State,
    knownCore: (of: object) => KnownCore | undefined,
    private readonly lifted: Lift,
  ) {
    this.functions = new GivenFunctions(reader, knownCore, (captures) => this.of(captures));
  }

  /** A function by its core; null where its identity counts. */
  given = (of: object, slot: Slot): Closure | null => this.functions.given(of, slot);

  /** The scope of the names that a function captures. */
  of(captures: Captures): Scope {
    let scope = this.scopes.get(captures);
    if (scope === undefined) {
      const names = new Map<string, Abstract>();
      scope = new Scope(null, (name) => {
        const how = captures.names.get(name);
        if (how === undefined) return undefined;
        const write = captures.writing(name);
        if (how === 'variable' && write) return this.variable(scope!, captures, name, write).value;
        let found = names.get(name);
        if (found === undefined) names.set(name, (found = this.captured(captures, name, how, [])));
        return found;
      });
      this.scopes.set(captures, scope);
    }
    return scope;
  }

  /** The cell of a variable that functions assign; from now on the scope has it. */
  private variable(
    scope: Scope,
    captures: Captures,
    name: string,
    write: (to: unknown) => void,
  ): Cell {
    let cell = this.variables.get(name, captures, write);
    this.functions.insistOnOwner(captures);
    if (cell === undefined) {
      cell = new Cell(this.captured(captures, name, 'variable', [{ write }]), 0);
      this.variables.add({ name, captures, write, cell });
      this.state.begins(cell, -1, (to) => `${this.reader.constant(write)}(${to});`, write);
    }
    scope.names.set(name, cell);
    return cell;
  }

  private captured(
    captures: Captures,
    name: string,
    how: 'constant' | 'variable',
    within: Where['within'],
  ): Abstract {
    const of = valueNow(captures.read, name);
    const given = this.functions.readingOf(captures, name);
    if (given !== null) return this.lifted(of, given, name, within);
    // What is undefined may be a `var` that gets its value later.
    const isConstant = how === 'constant' && of !== undefined;
    const slot = isConstant
      ? this.reader.constant(of)
      : this.reader.called(
          this.reader.constant(() => captures.read(name)),
          '',
        );
    // A constant primitive is what it is; of anything else the contents may change.
    if (isConstant && Object(of) !== of) return known(of);
    return this.lifted(of, slot, name, within);
  }
}
