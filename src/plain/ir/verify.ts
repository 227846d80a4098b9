/**
 * The invariants of code after every pass: values are defined once and before their uses, in a region
 * around these; types fit; regions take and yield as many values as their statements carry; tests of
 * loops have no effects; calls are of functions of the program. O(size of the program).
 */
import { complaintOf } from './host.js';
import {
  allOf,
  definedBy,
  elementType,
  fits,
  isArray,
  isList,
  isNumber,
  sameType,
  statementsIn,
  typeText as shown,
  usesOf,
  type ArrayType,
  type Func,
  type Op,
  type Region,
  type Stmt,
  type Type,
  type Value,
} from './ir.js';
import { resultType } from './op-table.js';
import { arityOf } from './rows.js';
import { arityOf as textArity } from './text-verbs.js';

/** The statements that the test of a loop may have. */
const pure: readonly string[] = ['let', 'if', 'check', 'leave', 'host'];

class Verifier {
  readonly complaints: string[] = [];
  private readonly ever = new Set<Value>();
  private readonly visible = new Set<Value>();

  constructor(private readonly functions: readonly Func[]) {}

  private complain(text: string): void {
    this.complaints.push(text);
  }

  region(region: Region, results: readonly Value[], around: readonly Value[] = []): void {
    const here = [...around, ...region.params];
    here.forEach((param) => this.define(param));
    for (const stmt of region.body) {
      this.stmt(stmt);
      for (const value of definedBy(stmt)) {
        this.define(value);
        here.push(value);
      }
    }
    region.yields.forEach((value) => this.use(value, 'what a region yields'));
    this.agree(region.yields, results, 'what a region yields');
    for (const value of here) this.visible.delete(value);
  }

  private define(value: Value): void {
    if (this.ever.has(value)) this.complain(`${value.name} is defined twice`);
    this.ever.add(value);
    this.visible.add(value);
  }

  private use(value: Value, where: string): void {
    if (!this.visible.has(value)) this.complain(`${value.name} is not defined in ${where}`);
  }

  private agree(given: readonly Value[], asked: readonly Value[], where: string): void {
    if (given.length !== asked.length)
      this.complain(`${where}: ${given.length} values for ${asked.length}`);
    else given.forEach((value, k) => this.expect(value, asked[k].type, where));
  }

  private expect(value: Value, type: Type, where: string): void {
    if (!fits(value.type, type))
      this.complain(`${where}: ${value.name} is ${shown(value.type)}, not ${shown(type)}`);
  }

  private expectArray(value: Value, where: string): void {
    if (!isArray(value.type)) this.complain(`${where}: ${value.name} is not an array`);
  }

  private stmt(stmt: Stmt): void {
    usesOf(stmt).forEach((value) => this.use(value, stmt.tag));
    switch (stmt.tag) {
      case 'let':
        this.op(stmt.op);
        if (!sameType(stmt.value.type, resultType(stmt.op)) && !this.isWholeLoad(stmt.op))
          this.complain(
            `${stmt.value.name} is ${shown(stmt.value.type)}, not ${shown(resultType(stmt.op))}`,
          );
        break;
      case 'store':
        this.expect(
          stmt.value,
          isList(stmt.array.type) ? elementType(stmt.array.type as ArrayType) : 'f64',
          'store',
        );
      // The array and the index of a store are those of a check.
      // eslint-disable-next-line no-fallthrough
      case 'check':
        this.expectArray(stmt.array, stmt.tag);
        this.expect(stmt.index, 'f64', stmt.tag);
        break;
      case 'whole':
        this.expect(stmt.value, 'f64', 'whole');
        break;
      case 'if':
        this.expect(stmt.test, 'bool', 'if');
        this.region(stmt.then, stmt.results);
        this.region(stmt.otherwise, stmt.results);
        break;
      case 'for':
        [stmt.from, stmt.to, stmt.step].forEach((value) => this.expect(value, 'f64', 'for'));
        this.agree(stmt.inits, stmt.results, 'for');
        this.agree(stmt.inits, stmt.body.params, 'for');
        this.region(stmt.body, stmt.results, [stmt.counter]);
        if (stmt.go !== undefined && stmt.body.params[stmt.go]?.type !== 'bool')
          this.complain('for: what says whether to go on is not a carried bool');
        break;
      case 'while':
        this.agree(stmt.inits, stmt.results, 'while');
        this.agree(stmt.inits, stmt.test.params, 'while');
        this.agree(stmt.inits, stmt.body.params, 'while');
        if ([...statementsIn(stmt.test)].some(({ tag }) => !pure.includes(tag)))
          this.complain('while: the test has effects');
        this.region(stmt.test, [{ name: 'test', type: 'bool' }]);
        this.region(stmt.body, stmt.results);
        break;
      case 'call': {
        const callee = this.functions.find(({ name }) => name === stmt.of);
        if (callee === undefined) this.complain(`there is no function ${stmt.of}`);
        else {
          this.agree(stmt.args, callee.region.params, `call of ${stmt.of}`);
          this.agree(callee.region.yields, stmt.results, `result of ${stmt.of}`);
        }
        break;
      }
      case 'host': {
        const found = complaintOf(stmt);
        if (found !== undefined) this.complain(found);
        break;
      }
      case 'mark':
      case 'forget':
        this.expect(stmt.mark, 'f64', stmt.tag);
        break;
      default:
        break;
    }
  }

  /** True if an operation loads from whole numbers, so that its result is whole. */
  private isWholeLoad = (op: Op): boolean =>
    op.tag === 'load' && sameType(op.args[0].type, { storage: 'Int32Array' });

  private op(op: Op): void {
    const numbers = (args: readonly Value[]) =>
      args.forEach((value) => this.expect(value, 'f64', op.tag));
    switch (op.tag) {
      case 'const':
        break;
      case 'prim':
      case 'partial': {
        const arity = arityOf(op.row);
        const given = op.tag === 'prim' ? op.args.length : op.args.length - 1;
        if (arity === undefined) this.complain(`there is no row ${op.row}`);
        else if (arity !== null && arity !== given)
          this.complain(`${op.row} takes ${arity} numbers, not ${given}`);
        numbers(op.args);
        break;
      }
      case 'not':
        this.expect(op.args[0], 'bool', 'not');
        break;
      case 'choose': {
        const [test, then, otherwise] = op.args;
        this.expect(test, 'bool', 'choose');
        if (!fits(then.type, otherwise.type)) this.expect(otherwise, then.type, 'choose');
        if (isArray(then.type)) this.complain('choose: arrays are chosen by if');
        break;
      }
      case 'load':
        this.expectArray(op.args[0], 'load');
        numbers([op.args[1]]);
        break;
      case 'length':
      case 'order':
        this.expectArray(op.args[0], op.tag);
        break;
      case 'stop':
        if (isArray(op.args[0].type)) this.complain('stop: arrays are copied, number by number');
        break;
      case 'view':
        this.expectArray(op.args[0], 'view');
        if (['number[]', 'list'].includes((op.args[0].type as ArrayType).storage))
          this.complain('view: only typed arrays have views');
        numbers(op.args.slice(1));
        break;
      case 'text': {
        const [table, ...given] = op.args;
        if (table?.type !== 'host') this.complain(`${op.does}: there is no table of texts`);
        if (given.length !== textArity(op.does))
          this.complain(`${op.does} takes ${textArity(op.does)} texts and numbers`);
        numbers(given);
        break;
      }
      case 'truthy':
        if (!isNumber(op.args[0].type)) this.expect(op.args[0], 'bool', 'truthy');
        break;
      default:
        numbers(op.args);
    }
  }
}

/** Lists what is wrong with a function; empty if nothing is. */
export function verify(f: Func): readonly string[] {
  const functions = f.functions ?? [];
  const verifier = new Verifier(functions);
  for (const { region } of allOf(f)) verifier.region(region, region.yields);
  if (new Set(functions.map(({ name }) => name)).size < functions.length)
    verifier.complaints.push('two functions have one name');
  return verifier.complaints;
}
