/** Writes statements without regions: definitions, stores, questions, and what keeps and takes values. */
import {
  definedBy,
  isList,
  regionsOf,
  statementsIn,
  type CallStmt,
  type ForStmt,
  type Func,
  type IfStmt,
  type Op,
  type Region,
  type Stmt,
  type StoreStmt,
  type Value,
  type WhileStmt,
} from '../../ir/ir.js';
import type { HostVerb } from '../../ir/host.js';
import { Places } from '../places.js';
import { call, type Text } from '../text.js';
import { PassingArrays } from './arrays.js';
import { Assignments } from './assignments.js';
import { Expressions, readsOf } from './expressions.js';
import type { Body, BodyOptions } from './body-options.js';
import { keyText } from './key-text.js';
import { KeptNumbers, type Keeping } from './kept-numbers.js';
import { laidOut } from './layout.js';
import { flagType } from './typescript.js';
import { SharedStack } from './shared-stack.js';
import { Variables } from './variables.js';

/** The longest choice in one line. */
export const WIDE = 80;
/** A longer expression that has one use is given a name, too. */
const LONG = 60;
export abstract class StraightLine {
  protected readonly lines: string[] = [];
  protected readonly places: Places;
  protected readonly variables: Variables;
  protected readonly assignments: Assignments;
  protected readonly expressions: Expressions;
  /** The stacks that keep numbers and arrays. */
  protected readonly stacks: readonly Keeping[];
  protected readonly arrays: PassingArrays;
  protected depth = 1;
  private isBackNext = false;
  /** The values that choices choose from, which are computed only if they are chosen. */
  private readonly inChoices = new Set<Value>();
  /** The elements that are stored. */
  private readonly stored = new Set<Value>();

  constructor(
    private readonly f: Func,
    private readonly options: BodyOptions,
  ) {
    const { named, params, scopes, readings, isIndexChecked, helper } = options;
    this.places = new Places(f, {
      hasName: (value) => named.has(value),
      showsLengths: true,
      readsOf,
      roots: options.program.roots,
    });
    this.variables = new Variables(f, scopes, params, options.isReadonly);
    for (const stmt of statementsIn(f.region)) {
      if (stmt.tag === 'let' && stmt.op.tag === 'choose')
        stmt.op.args.forEach((arg) => this.inChoices.add(arg));
      if (stmt.tag === 'store') this.stored.add(stmt.value);
    }
    this.assignments = new Assignments(this.variables, this.places, (text) => this.line(text));
    const { program, isCalled } = options;
    this.expressions = new Expressions(isIndexChecked, readings, helper, program.rowNamed);
    const line = (text: string) => this.line(text);
    this.arrays = new PassingArrays(f, isCalled, { line, helper, scopes });
    const tools = {
      line,
      declare: (value: Value) => this.variables.declare(value).text,
      text: this.variables.text,
      assigned: (value: Value) => this.variables.assigned(value),
      isUsed: this.places.isUsed,
      element: this.expressions.element,
      helper,
      scopes,
    };
    this.stacks = Array.from({ length: program.stacks }, (_, which) =>
      which === 0 && !program.isShared
        ? new KeptNumbers(tools)
        : new SharedStack(which, program.listOf, tools),
    );
  }

  emit(): Body {
    const { region } = this.f;
    const { hasWayBack } = this.options;
    const last = hasWayBack ? region.body.findLastIndex((stmt) => this.isOwn(stmt)) : -1;
    region.body.forEach((stmt, k) => {
      this.stmt(stmt, region, k);
      if (k === last) this.isBackNext = true;
    });
    this.isBackNext = false;
    const results = region.yields.map((value) => this.variables.text(value));
    const { program, isCalled } = this.options;
    const starts = [
      ...(isCalled ? [] : program.emptied().map((line) => `  ${line}`)),
      ...this.stacks.flatMap((stack) => stack.start()),
    ];
    return { lines: [...this.arrays.start(), ...starts, ...this.lines], results };
  }

  /** True if a statement is one of the user's. */
  private isOwn(stmt: Stmt): boolean {
    const { own } = this.options;
    return (
      definedBy(stmt).some((value) => own.has(value)) ||
      regionsOf(stmt).some(
        ({ params, body }) =>
          params.some((param) => own.has(param)) || body.some((inner) => this.isOwn(inner)),
      )
    );
  }

  protected abstract if(stmt: IfStmt, region: Region, at: number): void;
  protected abstract for(stmt: ForStmt, region: Region, at: number): void;
  protected abstract while(stmt: WhileStmt, region: Region, at: number): void;

  protected line(text: string, from?: number): void {
    if (this.isBackNext) this.lines.push('', '  // The reverse sweep.');
    this.isBackNext = false;
    const comment = from === undefined ? '' : ` // line ${from}`;
    this.lines.push('  '.repeat(this.depth) + text + comment);
  }

  protected inner(fill: () => void): void {
    this.depth++;
    this.options.scopes.inner(fill);
    this.depth--;
  }

  protected stmts(region: Region): void {
    region.body.forEach((stmt, k) => this.stmt(stmt, region, k));
  }

  private stmt(stmt: Stmt, region: Region, at: number): void {
    switch (stmt.tag) {
      case 'let':
        this.let(stmt.value, stmt.op);
        break;
      case 'store':
        this.store(stmt);
        break;
      case 'check': {
        // JavaScript itself throws where a row is used that is not there.
        if (isList(stmt.array.type)) break;
        const [array, index] = [this.variables.text(stmt.array), this.variables.text(stmt.index)];
        const place = this.expressions.presence(array, index).text;
        this.leaveIf(`${place} === undefined`, place);
        break;
      }
      case 'whole': {
        const { text } = this.variables.text(stmt.value);
        this.leaveIf(`!Number.isSafeInteger(${text})`, text);
        break;
      }
      case 'leave':
        this.line(`throw ${this.options.helper('outside')}('the arguments');`);
        break;
      case 'if':
        this.if(stmt, region, at);
        break;
      case 'for':
        this.for(stmt, region, at);
        break;
      case 'while':
        this.while(stmt, region, at);
        break;
      case 'keep':
        this.stacks[stmt.stack ?? 0].keep(stmt.values);
        break;
      case 'take':
        this.stacks[stmt.stack ?? 0].take(stmt.values);
        break;
      case 'call':
        this.call(stmt, at === region.body.length - 1);
        break;
      case 'host':
        this.draw(stmt.does, stmt.results[0]);
        break;
      case 'mark':
      case 'forget':
        throw new Error('a source file keeps all that its way back needs');
      default:
        stmt satisfies never;
    }
  }

  /** No signature of a source file has other values of the host. */
  private draw(does: HostVerb, drawn: Value): void {
    if (does !== 'draw') throw new Error('a source file has no arrays of NumPy');
    const target = this.places.isUsed(drawn)
      ? `const ${this.variables.declare(drawn, drawn.name || 'drawn').text} = `
      : '';
    this.line(`${target}Math.random();`);
  }

  private leaveIf(test: string, place: string): void {
    this.line(
      `if (${test}) throw ${this.options.helper('outside')}('${place.replaceAll("'", '')}');`,
    );
  }

  private let(value: Value, op: Op): void {
    if (op.tag === 'prim' && !this.places.isUsed(value)) return;
    const args = op.args.map((arg) => this.variables.text(arg));
    const text = this.arrays.made(value, args) ?? this.expressions.of(op, args);
    const most = this.stored.has(value) ? WIDE : LONG;
    const isShort = text.text.length <= most || this.inChoices.has(value);
    if (this.places.isInline(value) && isShort) this.variables.hold(value, op, text);
    // It is made since it may throw.
    else if (op.tag === 'alloc' && !this.places.isUsed(value)) this.line(`${text.text};`);
    else {
      const asked = op.args.map((arg) => this.variables.text(arg));
      const name = op.tag === 'choose' && value.name === '' ? 'slope' : value.name;
      const type = op.tag === 'compare' ? '' : flagType(value.type);
      const target = `const ${this.variables.declare(value, name).text}${type} =`;
      if (op.tag === 'choose' && text.text.length > WIDE) this.chosen(target, asked);
      else this.line(`${target} ${text.text};`);
    }
  }

  /** A choice in several lines. */
  private chosen(target: string, [test, then, otherwise]: readonly Text[]): void {
    this.line(target);
    this.line(`  ${test.text}`);
    this.line(`    ? ${then.text}`);
    this.line(`    : ${otherwise.text};`);
  }

  // ── Calls ──

  /** `const result = f(x);`, or `const { a, b } = f(x);`; what a branch ends with stands where its result goes. */
  private call({ of, args, results }: CallStmt, isLast: boolean): void {
    const { name, keys, takesReadonly } = this.options.program.called(of);
    const given = args.map((arg, k) =>
      takesReadonly[k] ? this.variables.text(arg) : this.variables.assigned(arg),
    );
    const [result] = results;
    const isInner = this.depth > 1 || this.options.isCalled;
    if (isLast && isInner && results.length === 1 && this.places.isUsedOnce(result)) {
      this.variables.set(result, call(name, given));
      return;
    }
    const list = `(${given.map(({ text }) => text).join(', ')})`;
    const used = results.flatMap((result, k) => (this.places.isUsed(result) ? [k] : []));
    const declare = (k: number) => this.variables.declare(results[k], results[k].name || keys[k]);
    let target = '';
    if (used.length > 0 && results.length === 1) target = `const ${declare(0).text} = `;
    else if (used.length > 0) {
      const held = used.map((k) => [keys[k], declare(k).text] as const);
      const parts = held.map(([key, own]) => (own === key ? key : `${keyText(key)}: ${own}`));
      target = `const { ${parts.join(', ')} } = `;
    }
    const indent = '  '.repeat(this.depth);
    const [first, ...others] = laidOut(`${target}${name}`, list, ';', indent);
    this.line(first.trimStart());
    this.lines.push(...others);
  }

  // ── Assignments ──

  private store(stmt: StoreStmt): void {
    const [array, index] = [this.variables.text(stmt.array), this.variables.text(stmt.index)];
    const target = this.expressions.element(array, index).text;
    const short = this.assignments.one(target, stmt.value);
    // What is assigned to needs no assertion.
    this.line(short.startsWith(`${target} = `) ? short.replace(/!? = /, ' = ') : short);
  }
}
