/**
 * Writes functions of the language as JavaScript that V8 compiles well and people can read: a value with one use is
 * written where it is used, a carried value is one variable, loops are loops. O(size of the function).
 */
import type { Lifetimes } from '../analyse/lifetimes.js';
import {
  allOf,
  type CallStmt,
  type ForStmt,
  type Func,
  type IfStmt,
  type Region,
  type Stmt,
  type Value,
  type WhileStmt,
} from '../ir/ir.js';
import { moveAll, type Move } from './moves.js';
import { hostLines, type Writing } from './host-text.js';
import { Names } from './names.js';
import { Frame } from './frames.js';
import { helpersBy } from './needed-helpers.js';
import { operation, symbolOf } from './operations.js';
import { Places } from './places.js';
import { Pool, takingOf } from './taken-arrays.js';
import { partIn, programOf, type Code, type Needed, type Program } from './code.js';
import { cut, whole } from './cut-up.js';
import { Stack } from './stack.js';
import { binary, element, level, literal, stepOf, unary, variable, type Text } from './text.js';

class Emitter {
  private readonly names: Names;
  private readonly lines: string[] = [];
  private readonly texts = new Map<Value, Text>();
  private readonly places: Places;
  private readonly stacks: readonly Stack[];
  private readonly pool: Pool;
  private depth = 1;

  constructor(
    private readonly f: Func,
    private readonly program: Program,
    isCalled: boolean,
    lifetimes: Lifetimes,
    takers: ReadonlySet<string>,
  ) {
    this.names = new Names(program.taken);
    this.places = new Places(f);
    const column = () => this.need('$column', { what: 'column' });
    this.stacks = program.keeping.map(
      (keeping, which) => new Stack(f, isCalled, which, keeping, this.line, column),
    );
    this.pool = new Pool(f, isCalled, lifetimes, takers, this.line, this.names, () =>
      this.need('$pools', { what: 'pools' }),
    );
  }

  private need(name: string, what: Needed): string {
    this.program.needed.set(name, what);
    return name;
  }

  private readonly helpers = helpersBy((name, what) => this.need(name, what));

  emit(): string {
    const { name, region } = this.f;
    const params = region.params.map((param) => this.declare(param).text);
    const lent = [
      ...this.stacks,
      this.pool,
      new Frame(this.program.frames.get(name), this.writing, this.line),
    ];
    lent.forEach((one) => one.begin());
    this.stmts(region);
    const yields = region.yields.map((value) => this.text(value).text);
    lent.forEach((one) => one.end());
    if (yields.length > 0)
      this.line(`return ${yields.length === 1 ? yields[0] : `[${yields.join(', ')}]`};`);
    const head = [...lent.flatMap((one) => one.params), ...params].join(', ');
    return [`function ${this.program.names.get(name)!}(${head}) {`, ...this.lines, '}'].join('\n');
  }

  private readonly writing: Writing = {
    text: (of) => this.text(of).text,
    declare: (of) => this.declare(of).text,
    host: () => this.need('$host', { what: 'host' }),
    frames: () => this.need('$frames', { what: 'frames' }),
  };

  private line = (text: string): void => {
    this.lines.push('  '.repeat(this.depth) + text);
  };

  private inner(fill: () => void): void {
    this.depth++;
    fill();
    this.depth--;
  }

  /** Gives a value a variable of its own. */
  private declare(value: Value, like = value): Text {
    const made = variable(this.names.fresh(like.name));
    this.texts.set(value, made);
    return made;
  }

  private text(value: Value): Text {
    const text = this.texts.get(value);
    if (text === undefined) throw new Error(`${value.name} is used before it is emitted`);
    return text;
  }

  private stmts(region: Region): void {
    region.body.forEach((stmt) => this.stmt(stmt));
  }

  private stmt(stmt: Stmt): void {
    switch (stmt.tag) {
      case 'let': {
        const args = stmt.op.args.map((arg) => this.text(arg));
        const made = this.pool.made(stmt.value, args);
        const text = made ?? operation(stmt.op, args, this.helpers);
        if (this.places.isInline(stmt.value)) this.texts.set(stmt.value, text);
        else this.line(`const ${this.declare(stmt.value).text} = ${text.text};`);
        break;
      }
      case 'store': {
        const target = element(this.text(stmt.array), this.text(stmt.index)).text;
        this.line(`${target} = ${this.text(stmt.value).text};`);
        break;
      }
      case 'check': {
        // No array has holes, and `in` is slow.
        const at = element(this.text(stmt.array), this.text(stmt.index)).text;
        this.line(`if (${at} === undefined) ${this.leaving()}`);
        break;
      }
      case 'leave':
        this.line(this.leaving());
        break;
      case 'whole':
        this.line(`if (!Number.isSafeInteger(${this.text(stmt.value).text})) ${this.leaving()}`);
        break;
      case 'if':
        this.if(stmt);
        break;
      case 'for':
        this.for(stmt);
        break;
      case 'while':
        this.while(stmt);
        break;
      case 'call':
        this.call(stmt);
        break;
      case 'host':
        hostLines(stmt, this.writing).forEach(this.line);
        break;
      case 'keep':
      case 'take':
      case 'mark':
      case 'forget':
        this.stacks[stmt.stack ?? 0].write(stmt, this.writing);
        break;
    }
  }

  private leaving = (): string => `throw ${this.need('$leave', { what: 'leave' })}();`;

  private call({ of, args, results }: CallStmt): void {
    const { names } = this.program;
    const given = args.map((arg) => this.text(arg).text);
    const kept = [...this.stacks, this.pool].flatMap((one) => one.given(of));
    const text = `${names.get(of)!}(${[...kept, ...given].join(', ')})`;
    const run = () => {
      if (results.length === 0) this.line(`${text};`);
      else if (results.length === 1) this.line(`const ${this.declare(results[0]).text} = ${text};`);
      else {
        const all = this.names.fresh('');
        this.line(`const ${all} = ${text};`);
        results.forEach((result, k) =>
          this.line(`const ${this.declare(result).text} = ${all}[${k}];`),
        );
      }
    };
    this.stacks.reduce((inner, stack) => () => stack.around(of, inner), run)();
  }

  // ── Branches ──

  private if({ test, then, otherwise, results }: IfStmt): void {
    const variables = results.map((value) => this.declare(value));
    // What a branch without code of its own yields is known before.
    const isIdle = otherwise.body.length === 0;
    variables.forEach(({ text }, k) =>
      this.line(isIdle ? `let ${text} = ${this.text(otherwise.yields[k]).text};` : `let ${text};`),
    );
    this.line(`if (${this.text(test).text}) {`);
    this.inner(() => this.branch(then, variables));
    if (!isIdle) {
      this.line('} else {');
      this.inner(() => this.branch(otherwise, variables));
    }
    this.line('}');
  }

  private branch(region: Region, variables: readonly Text[]): void {
    this.stmts(region);
    this.assign(variables, region.yields);
  }

  private assign(variables: readonly Text[], values: readonly Value[]): void {
    const moves = variables.map(({ text }, k): Move => ({ to: text, value: this.text(values[k]) }));
    moveAll(moves, {
      assign: ({ to, value }) => this.line(`${to} = ${value.text};`),
      wait: ({ to, value }) => {
        const later = variable(this.names.fresh(`next_${to}`));
        this.line(`const ${later.text} = ${value.text};`);
        return { to, value: later };
      },
    });
  }

  // ── Loops ──

  /** One variable for each carried value, under the names of the results, too. */
  private carried(
    inits: readonly Value[],
    results: readonly Value[],
    ...params: (readonly Value[])[]
  ): Text[] {
    return results.map((result, k) => {
      const init = this.text(inits[k]).text;
      const made = this.declare(result, params[0][k]);
      for (const list of params) this.texts.set(list[k], made);
      this.line(`let ${made.text} = ${init};`);
      return made;
    });
  }

  private for(stmt: ForStmt): void {
    const { counter, from, to, step, by, go, inits, body, results, end } = stmt;
    const variables = this.carried(inits, results, body.params);
    const at = this.declare(counter);
    this.texts.set(end, at);
    const start = `let ${at.text} = ${this.text(from).text}`;
    const isEndUsed = this.places.isUsed(end);
    const hasRoom = this.stacks.map((one) => one.makeRoom(stmt, (value) => this.text(value)));
    if (isEndUsed) this.line(`${start};`);
    const test = `${at.text} ${symbolOf(by)} ${this.bound(to)}`;
    const tests = go === undefined ? test : `${test} && ${variables[go].text}`;
    this.line(`for (${isEndUsed ? '' : start}; ${tests}; ${stepOf(at, this.text(step))}) {`);
    this.body(body, variables, hasRoom);
    this.line('}');
  }

  private body(body: Region, variables: readonly Text[], hasRoom: readonly boolean[]): void {
    this.inner(() => {
      const run = this.stacks.reduce(
        (inner, stack, which) => () => stack.step(hasRoom[which], inner),
        () => this.stmts(body),
      );
      this.pool.step(body, run);
      this.assign(variables, body.yields);
    });
  }

  private bound = (to: Value): string =>
    binary('<', level.less, literal(0), this.text(to)).text.slice('0 < '.length);

  private while({ inits, test, body, results }: WhileStmt): void {
    const variables = this.carried(inits, results, body.params, test.params);
    const isShort = test.body.every(
      (stmt) => stmt.tag === 'let' && this.places.isInline(stmt.value),
    );
    if (isShort) {
      this.stmts(test);
      this.line(`while (${this.text(test.yields[0]).text}) {`);
    } else this.line('for (;;) {');
    if (!isShort)
      this.inner(() => {
        this.stmts(test);
        this.line(`if (${unary('!', this.text(test.yields[0])).text}) break;`);
      });
    this.body(body, variables, []);
    this.line('}');
  }
}

/** A function, and those that it calls, as declarations in JavaScript; cut into parts only if it runs as a whole. */
export function emit(given: Func, mayCut = false): Code {
  const made = mayCut ? cut(given) : whole(given);
  const { f } = made;
  const program = programOf(made);
  const { takers, endedIn } = takingOf(made, given, mayCut);
  const [entry, ...others] = allOf(f).map((one) =>
    new Emitter(one, program, one !== f, endedIn(one), takers).emit(),
  );
  const code = [...others, entry].join('\n\n');
  return { code, name: program.names.get(f.name)!, needed: program.needed, part: partIn(program) };
}
