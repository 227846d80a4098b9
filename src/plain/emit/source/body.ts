/**
 * Writes the body of a function as statements that people read. Variables keep their names. A value with one use is
 * written where it is used, unless the user gave it a name. A variable goes on where the next value of its name takes
 * over. O(size of the function · depth).
 */
import {
  isArray,
  type ForStmt,
  type IfStmt,
  type Region,
  type Value,
  type WhileStmt,
} from '../../ir/ir.js';
import { binary, choice, level, literal, unary, type Text } from '../text.js';
import { StraightLine, WIDE } from './flat-statements.js';
import { flagType, typescriptOf } from './typescript.js';

const symbols = { lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

export class BodyEmitter extends StraightLine {
  // ── Branches ──

  protected override if(
    { test, then, otherwise, results, line }: IfStmt,
    region: Region,
    at: number,
  ): void {
    const asked = this.variables.text(test);
    const isOver = (value: Value, k: number) =>
      this.variables.takenOver(otherwise.yields[k], value.name, region, at) !== undefined;
    const isChoice = results.length === 1 && (otherwise.body.length > 0 || !isOver(results[0], 0));
    if (isChoice && this.asChoice(asked, then, otherwise, results[0])) return;
    // What a branch without code of its own yields is known before.
    const isIdle = otherwise.body.length === 0;
    const variables: Text[] = [];
    results.forEach((value, k) => {
      const before = otherwise.yields[k];
      const over = isIdle ? this.variables.takenOver(before, value.name, region, at) : undefined;
      const isNew = over === undefined || variables.includes(over);
      variables.push(isNew ? this.begin(value, isIdle ? before : null) : over);
    });
    results.forEach((value, k) => this.variables.set(value, variables[k]));
    const start = this.lines.length;
    if (results.length === 0 && then.body.length === 0) {
      const other = unary('!', asked).text;
      this.line(`if (${other}) {`, line);
      this.branch(otherwise, variables);
      this.line('}');
      this.shorten(start, other);
      return;
    }
    this.line(`if (${asked.text}) {`, line);
    this.branch(then, variables);
    if (!isIdle) {
      this.line('} else {');
      this.branch(otherwise, variables);
    }
    this.line('}');
    this.shorten(start, asked.text);
  }

  /** `if (test) statement;` in one line. */
  private shorten(start: number, test: string): void {
    const [, statement, end] = this.lines.slice(start);
    if (this.lines.length !== start + 3 || end.trim() !== '}') return;
    const short = `${'  '.repeat(this.depth)}if (${test}) ${statement.trim()}`;
    if (short.length <= WIDE) this.lines.splice(start, 3, short);
  }

  private branch(region: Region, variables: readonly Text[]): void {
    this.inner(() => {
      this.stmts(region);
      this.assignments.all(variables, region.yields);
    });
  }

  /** `test ? then : otherwise`, if that is short and branches have no statements. */
  private asChoice(asked: Text, then: Region, otherwise: Region, result: Value): boolean {
    const isPlain = ({ body }: Region) =>
      body.every((stmt) => stmt.tag === 'let' && this.places.isInline(stmt.value));
    if (!isPlain(then) || !isPlain(otherwise)) return false;
    const [one, other] = [then, otherwise].map((region) => {
      for (const stmt of region.body)
        if (stmt.tag === 'let') {
          const { value, op } = stmt;
          this.variables.set(
            value,
            this.expressions.of(
              op,
              op.args.map((arg) => this.variables.text(arg)),
            ),
          );
        }
      return this.variables.text(region.yields[0]);
    });
    const text = choice(asked, one, other);
    if (text.text.length > WIDE) return false;
    const name = this.variables.declare(result).text;
    this.line(`const ${name}${flagType(result.type)} = ${text.text};`);
    return true;
  }

  /** `let name = init;`, or without what it begins with. */
  private begin(value: Value, init: Value | null, like = value): Text {
    const held = init === null ? null : this.variables.assigned(init).text;
    const made = this.variables.begin(value, like.name);
    const isTold = held === null || isArray(value.type);
    const type = isTold ? `: ${typescriptOf(value.type)}` : flagType(value.type);
    this.line(`let ${made.text}${type}${held === null ? '' : ` = ${held}`};`);
    return made;
  }

  // ── Loops ──

  /** One variable for each carried value, under the names of the results, too. */
  private carried(stmt: ForStmt | WhileStmt, region: Region, at: number): Text[] {
    const { inits, results, body } = stmt;
    const variables: Text[] = [];
    results.forEach((result, k) => {
      const over = this.variables.takenOver(inits[k], body.params[k].name, region, at);
      const isNew = over === undefined || variables.includes(over);
      variables.push(isNew ? this.begin(result, inits[k], body.params[k]) : over);
    });
    const all =
      stmt.tag === 'while' ? [results, body.params, stmt.test.params] : [results, body.params];
    for (const list of all) list.forEach((value, k) => this.variables.set(value, variables[k]));
    return variables;
  }

  protected override for(stmt: ForStmt, region: Region, at: number): void {
    const { counter, from, to, step, by, go, body, end, line } = stmt;
    const variables = this.carried(stmt, region, at);
    const isEndUsed = this.places.isUsed(end);
    const first = this.variables.text(from).text;
    const bound = binary('<', level.less, literal(0), this.variables.text(to)).text.slice(
      '0 < '.length,
    );
    const head = (counted: Text) => {
      const test = `${counted.text} ${symbols[by]} ${bound}`;
      const tests = go === undefined ? test : `${test} && ${variables[go].text}`;
      return `${tests}; ${stepOf(counted, this.variables.text(step))}) {`;
    };
    const hasRoom = this.stacks.map((stack) => stack.makeRoom(stmt));
    const run = () => this.step(body, variables, hasRoom);
    if (isEndUsed) {
      const counted = this.variables.declare(counter);
      this.variables.set(end, counted);
      this.line(`let ${counted.text} = ${first};`);
      this.line(`for (; ${head(counted)}`, line);
      this.inner(run);
    } else
      this.inner(() => {
        const counted = this.variables.declare(counter);
        this.depth--;
        this.line(`for (let ${counted.text} = ${first}; ${head(counted)}`, line);
        this.depth++;
        run();
      });
    this.line('}');
  }

  protected override while(stmt: WhileStmt, region: Region, at: number): void {
    const { test, body, line } = stmt;
    const variables = this.carried(stmt, region, at);
    const isShort = test.body.every(
      (inner) => inner.tag === 'let' && this.places.isInline(inner.value),
    );
    if (isShort) {
      this.stmts(test);
      this.line(`while (${this.variables.text(test.yields[0]).text}) {`, line);
    } else this.line('for (;;) {', line);
    this.inner(() => {
      if (!isShort) {
        this.stmts(test);
        this.line(`if (${unary('!', this.variables.text(test.yields[0])).text}) break;`);
      }
      this.step(body, variables, []);
    });
    this.line('}');
  }

  /** A step of a loop. */
  private step(body: Region, variables: readonly Text[], hasRoom: readonly boolean[]): void {
    const run = this.stacks.reduce(
      (inner, stack, which) => () => stack.step(hasRoom[which] ?? false, inner),
      () => this.stmts(body),
    );
    this.arrays.step(body, run);
    this.assignments.all(variables, body.yields);
  }
}

function stepOf(counter: Text, step: Text): string {
  if (step.text === '1') return `${counter.text}++`;
  if (step.text === '-1') return `${counter.text}--`;
  return `${counter.text} += ${step.text}`;
}
