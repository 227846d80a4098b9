/**
 * Operators that a module makes of rows of its own: their values are functions of the file, their partials stand where
 * they are used. Both are read where the row is written down.
 */
import { partialBy, type Partials } from '../differentiate/operations/partials.js';
import { bare, isFunction, nameOfKey, type Binding, type Node } from '../front/syntax.js';
import { types as builders } from '../../vendor/babel.js';
import { improved } from '../improve/improved.js';
import { isNumber, type Func } from '../ir/ir.js';
import { isOwnRow } from '../ir/own-rows.js';
import { lower } from '../lower/lower.js';
import type { Reason } from '../lower/syntax/refusal.js';
import { tablePartials, type Module } from './module.js';

interface OwnRow {
  readonly value: Func;
  readonly partials: readonly Func[];
}

export class OwnRows {
  private readonly known = new Map<Binding, string>();
  private readonly rows = new Map<string, OwnRow>();
  private readonly table = tablePartials();

  /** @param refused the error of a row that is not written down as functions of numbers */
  constructor(private readonly refused: (module: Module, reason: Reason) => Error) {}

  /** The name of a row in programs. */
  nameOf(binding: Binding, module: Module): string {
    const known = this.known.get(binding);
    if (known !== undefined) return known;
    const { name } = binding.identifier;
    let row = `@${name}`;
    for (let k = 2; this.rows.has(row); k++) row = `@${name}${k}`;
    this.known.set(binding, row);
    const reading = new RowReader(binding, module, this.refused);
    this.rows.set(row, reading.row(row));
    return row;
  }

  readonly partials: Partials = (row, by) =>
    isOwnRow(row) ? partialBy(this.rows.get(row)!.partials[by]) : this.table(row, by);

  /** The names of the rows in programs. */
  get names(): Iterable<string> {
    return this.rows.keys();
  }

  /** The function that gives the value of a row. */
  valueOf = (row: string): Func | undefined => this.rows.get(row)?.value;
}

/** Reads a row. */
class RowReader {
  private readonly name: string;

  constructor(
    private readonly binding: Binding,
    private readonly module: Module,
    private readonly refused: (module: Module, reason: Reason) => Error,
  ) {
    this.name = binding.identifier.name;
  }

  /** @param name what it is called in programs */
  row(name: string): OwnRow {
    const partials = fieldOf(this.binding, 'partials');
    if (partials?.type !== 'ArrayExpression') return this.refuse('has no list of partials');
    const arity = partials.elements.length;
    return {
      value: { ...this.lowered(fieldOf(this.binding, 'value'), arity), name },
      partials: partials.elements.map((one) => this.partial(one, arity)),
    };
  }

  private partial(node: Node | null, arity: number): Func {
    const func = this.lowered(node, arity + 1);
    const isShort = func.region.body.every(({ tag }) => tag === 'let');
    return isShort ? func : this.refuse('has a partial with more than one expression');
  }

  /** A function of so many numbers. */
  private lowered(field: Node | null | undefined, arity: number): Func {
    const node = field == null ? undefined : bare(field);
    if (!isFunction(node)) return this.refuse('is not written down as functions');
    for (const param of node.params)
      if (param.type === 'Identifier')
        param.typeAnnotation ??= builders.tsTypeAnnotation(builders.tsNumberKeyword());
    const made = lower(this.module.facts, node, this.name);
    if (made.tag === 'refused') return this.refuse(`has ${made.reason.what}`);
    const func = improved(made.func);
    const { params, yields } = func.region;
    const needs = [...made.captures, ...made.imports, ...made.operators];
    const isOfNumbers =
      params.every(({ type }) => type === 'f64') && yields.length === 1 && isNumber(yields[0].type);
    const isAlone = func.functions === undefined && func.derivatives === undefined;
    if (needs.length > 0 || !isAlone) return this.refuse('uses more than its arguments');
    if (params.length > arity || !isOfNumbers) return this.refuse('takes more than numbers');
    return func;
  }

  private refuse(why: string): never {
    const what = `the row ${this.name} ${why}`;
    const instead = 'write its value and its partials as functions of numbers';
    throw this.refused(this.module, {
      what,
      instead,
      line: this.binding.path.node.loc?.start.line,
    });
  }
}

/** A field of the object that an operator is made of. */
function fieldOf({ path: { node } }: Binding, name: string): Node | null | undefined {
  const init = node.type === 'VariableDeclarator' && node.init != null ? bare(node.init) : null;
  const row = init?.type === 'CallExpression' ? bare(init.arguments[0]) : null;
  if (row?.type !== 'ObjectExpression') return null;
  const found = row.properties.find(
    (one) => one.type !== 'SpreadElement' && nameOfKey(one.key, one.computed) === name,
  );
  if (found?.type === 'ObjectProperty') return bare(found.value);
  return found?.type === 'ObjectMethod' ? found : null;
}
