/** The text of a function of the language, for people and for golden tests. O(size of the function). */
import { filled } from './host.js';
import { allOf, typeText, type Func, type Op, type Region, type Stmt, type Value } from './ir.js';

const symbols = { lt: '<', le: '<=', gt: '>', ge: '>=', eq: '===', ne: '!==' } as const;

class Printer {
  private readonly names = new Map<Value, string>();
  private readonly taken = new Map<string, number>();
  private readonly lines: string[] = [];
  private depth = 1;

  /** The name of a value, with a number where other values have the same. */
  name = (value: Value): string => {
    let name = this.names.get(value);
    if (name === undefined) {
      const base = value.name === '' ? 'v' : value.name;
      const before = this.taken.get(base) ?? 0;
      this.taken.set(base, before + 1);
      name = before === 0 && value.name !== '' ? base : `${base}${before + 1}`;
      this.names.set(value, name);
    }
    return name;
  };

  private all = (values: readonly Value[]): string => values.map(this.name).join(', ');
  typed = (value: Value): string => `${this.name(value)}: ${typeText(value.type)}`;

  print({ name, region }: Func): string {
    const params = region.params.map(this.typed).join(', ');
    this.region(region, 'return');
    return [`${name}(${params}) {`, ...this.lines, '}'].join('\n');
  }

  private line(text: string): void {
    this.lines.push('  '.repeat(this.depth) + text);
  }

  private region(region: Region, word: string): void {
    region.body.forEach((stmt) => this.stmt(stmt));
    if (region.yields.length > 0) this.line(`${word} ${this.all(region.yields)}`);
  }

  private inner(region: Region): void {
    this.depth++;
    this.region(region, 'yield');
    this.depth--;
  }

  private carried = (params: readonly Value[], inits: readonly Value[]): string =>
    params.length === 0
      ? ''
      : ` with ${params.map((param, k) => `${this.name(param)} = ${this.name(inits[k])}`).join(', ')}`;

  private results = (values: readonly Value[]): string =>
    values.length === 0 ? '' : `${this.all(values)} = `;

  private stmt(stmt: Stmt): void {
    const { name } = this;
    switch (stmt.tag) {
      case 'let':
        this.line(`${name(stmt.value)} = ${this.op(stmt.op)}`);
        break;
      case 'store':
        this.line(`${name(stmt.array)}[${name(stmt.index)}] = ${name(stmt.value)}`);
        break;
      case 'check':
        this.line(`check ${name(stmt.index)} in ${name(stmt.array)}`);
        break;
      case 'whole':
        this.line(`check ${name(stmt.value)} is whole`);
        break;
      case 'leave':
        this.line('leave');
        break;
      case 'if':
        this.line(`${this.results(stmt.results)}if ${name(stmt.test)} {`);
        this.inner(stmt.then);
        if (stmt.otherwise.body.length + stmt.otherwise.yields.length > 0) {
          this.line('} else {');
          this.inner(stmt.otherwise);
        }
        this.line('}');
        break;
      case 'for': {
        const range = `${name(stmt.counter)} = ${name(stmt.from)}; ${symbols[stmt.by]} ${name(stmt.to)}; += ${name(stmt.step)}`;
        const also = stmt.go === undefined ? '' : ` while ${name(stmt.body.params[stmt.go])}`;
        this.line(
          `${this.results(stmt.results)}for ${range}${also}${this.carried(stmt.body.params, stmt.inits)} {`,
        );
        this.inner(stmt.body);
        this.line('}');
        break;
      }
      case 'while':
        this.line(
          `${this.results(stmt.results)}while${this.carried(stmt.test.params, stmt.inits)} {`,
        );
        this.inner(stmt.test);
        this.line(`} do with ${this.all(stmt.body.params)} {`);
        this.inner(stmt.body);
        this.line('}');
        break;
      case 'call':
        this.line(`${this.results(stmt.results)}${stmt.of}(${this.all(stmt.args)})`);
        break;
      case 'host': {
        const { does, args } = stmt;
        const isText = does === 'call' || does === 'apply';
        const text = isText ? filled(stmt, args.map(name)) : `(${this.all(args)})`;
        const f = does === 'apply' ? name(args[0]) : '';
        this.line(`${this.results(stmt.results)}host ${does} ${f}${text}`);
        break;
      }
      case 'keep':
      case 'take': {
        const stack = stmt.stack === undefined || stmt.stack === 0 ? '' : stmt.stack;
        this.line(`${stmt.tag}${stack} ${this.all(stmt.values)}`);
        break;
      }
      case 'mark':
        this.line(`${name(stmt.mark)} = what is kept`);
        break;
      case 'forget':
        this.line(`forget all since ${name(stmt.mark)}`);
        break;
    }
  }

  private op(op: Op): string {
    const args = op.args.map(this.name);
    switch (op.tag) {
      case 'const':
        return Object.is(op.value, -0) ? '-0' : String(op.value);
      case 'prim':
        return `${op.row}(${args.join(', ')})`;
      case 'partial':
        return `partial ${[op.by, ...(op.along ?? [])].join()} of ${op.row}(${args.join(', ')})`;
      case 'compare':
        return `${args[0]} ${symbols[op.by]} ${args[1]}`;
      case 'bits':
        return `${args[0]} ${op.by} ${args[1]}`;
      case 'choose':
        return `${args[0]} ? ${args[1]} : ${args[2]}`;
      case 'load':
        return `${args[0]}[${args[1]}]${op.orZero === true ? ' or 0' : ''}`;
      case 'text':
        return `text ${op.does}(${args.join(', ')})`;
      case 'order':
        return `order by ${op.by}(${args[0]})`;
      case 'alloc':
        return `alloc ${typeText(op.type)}(${args[0]})`;
      default:
        return `${op.tag}(${args.join(', ')})`;
    }
  }
}

/** A function as text, and after it those that it calls. */
export const print = (f: Func): string =>
  allOf(f)
    .map((one) => new Printer().print(one))
    .join('\n\n');
