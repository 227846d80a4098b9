/** Statements in the order in which they are put out. */
import type { Expression, types, Types } from '../../front/syntax.js';
import type { AddedNames } from '../added-names.js';

export class Output {
  private out: types.Statement[] = [];
  private count = 0;

  constructor(
    protected readonly t: Types,
    protected readonly names: AddedNames,
  ) {}

  /** The part of the source that what is put out comes from. */
  protected place: types.SourceLocation | null = null;

  /** Puts out what `make` puts out, on behalf of a part of the source. */
  onBehalf<T>(place: types.SourceLocation | null | undefined, make: () => T): T {
    const before = this.place;
    this.place = place ?? before;
    try {
      return make();
    } finally {
      this.place = before;
    }
  }

  emit(statement: types.Statement): void {
    statement.loc ??= this.place;
    this.out.push(statement);
  }

  collect(body: () => void): types.Statement[] {
    const before = this.out;
    this.out = [];
    try {
      body();
      return this.out;
    } finally {
      this.out = before;
    }
  }

  /** Begins a function, whose names are its own. */
  begin(): void {
    this.count = 0;
  }

  newName(): string {
    return `${this.names.localOf('')}v${++this.count}`;
  }

  declaration(name: string, value: Expression | null): types.Statement {
    return this.t.variableDeclaration('let', [
      this.t.variableDeclarator(this.t.identifier(name), value),
    ]);
  }

  assignment(name: string, value: Expression): types.Statement {
    return this.t.expressionStatement(
      this.t.assignmentExpression('=', this.t.identifier(name), value),
    );
  }

  /** A constant for code that must be evaluated now. */
  constant(code: Expression): string {
    const name = this.newName();
    this.emit(this.declaration(name, code));
    return name;
  }
}
