/** The list of statements that are put out. */
import type { Expression, types, Types } from '../../front/syntax.js';
import type { AddedNames } from '../added-names.js';

export class Output {
  private out: types.Statement[] = [];
  private count = 0;

  constructor(
    protected readonly t: Types,
    protected readonly names: AddedNames,
  ) {}

  /** The place in the source of the statements that are put out. */
  protected place: types.SourceLocation | null = null;

  /** Runs `make`, whose statements belong to a place in the source. */
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

  /** A new variable for the value of code that must be evaluated now. */
  constant(code: Expression): string {
    const name = this.newName();
    this.emit(this.declaration(name, code));
    return name;
  }
}
