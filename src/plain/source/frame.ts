/** One function of a file: its parameters, its statements, and what it returns. */
import { BodyEmitter } from '../emit/source/body.js';
import type { Body } from '../emit/source/body-options.js';
import type { Scopes } from '../emit/source/scopes.js';
import type { Text } from '../emit/text.js';
import { isArray, type Func, type Type, type Value } from '../ir/ir.js';
import { Callees } from './file-functions.js';
import type { SourceFile } from './file.js';
import { functionText, mentions, type Head, type Taken } from './emitted-function.js';
import { treeText, treeType } from '../emit/source/key-text.js';
import { laidOut } from '../emit/source/layout.js';
import { Handing } from './handing.js';
import type { Part } from './argument-parts.js';
import { ArgumentReader } from './argument-reader.js';

/** A part of what a function returns. */
export interface Field {
  readonly key: string;
  readonly type: string;
  readonly tree: string;
  /** Statements that refuse NaN in it, by what it is called. */
  readonly insisting: (path: string) => readonly string[];
}

export class Frame {
  readonly scopes: Scopes;
  readonly handing: Handing;
  private readonly reader: ArgumentReader;
  private readonly callees: Callees;
  private readonly parameters: Taken[];
  private readonly statements: string[] = [];
  /** Statements that follow all others. */
  private readonly last: string[] = [];

  /** @param measured parameters whose lengths are asked for, besides what the code asks */
  constructor(
    private readonly file: SourceFile,
    private readonly f: Func,
    measured: readonly Value[] = [],
  ) {
    const { parameters, options } = file.subject;
    this.callees = new Callees(file, f);
    this.scopes = file.scopes(parameters.map(({ name }) => name));
    this.parameters = [...parameters];
    const { noUncheckedIndexedAccess: isIndexChecked = false } = options;
    this.handing = new Handing(f);
    this.reader = new ArgumentReader(this.handing, this.scopes, new Set(measured), isIndexChecked);
    parameters.forEach(this.reader.read);
  }

  /** An expression for a part of the arguments. */
  textOf = (part: Part): string => this.reader.textOf(part);

  /** An expression for a parameter of the code. */
  paramText = (value: Value): string => this.reader.params.get(value)!.text;

  /** A further parameter. */
  take(like: string, type: string, part: Part): void {
    const name = this.scopes.fresh(like);
    this.parameters.push({ name, type, rest: '' });
    this.reader.read({ name, part });
  }

  add(...lines: readonly string[]): void {
    this.statements.push(...lines);
  }

  /** Adds the statements of the function, of which a part may run backwards; its results as expressions. */
  body(hasWayBack: boolean, params: ReadonlyMap<Value, Text> = new Map()): Body {
    const { subject, helper } = this.file;
    const { own, named, options } = subject;
    const body = new BodyEmitter(this.f, {
      program: this.callees.program,
      isCalled: false,
      scopes: this.scopes,
      params: new Map([...this.reader.params, ...params]),
      readings: this.reader.readings,
      own,
      named,
      isReadonly: this.readonlyArrays(new Set(params.keys())),
      hasWayBack,
      helper,
      isIndexChecked: options.noUncheckedIndexedAccess ?? false,
    }).emit();
    this.add(...body.lines);
    return body;
  }

  /**
   * Arrays of JavaScript among the arguments, and in them, where a type says readonly.
   *
   * @param own what is not an argument
   */
  private readonlyArrays(own: ReadonlySet<Value>): (value: Value) => boolean {
    const types = [...this.parameters.map(({ type }) => type), ...this.file.declarations];
    if (!types.some((type) => /readonly/i.test(type))) return () => false;
    const given = this.f.region.params.filter((param) => !own.has(param));
    const found = new Set(given.flatMap(this.handing.withRows));
    return (value) => found.has(value) && isPlainArray(value.type);
  }

  /** Puts back at last what the function leaves in arguments. */
  putBack(lasts: readonly (readonly [argument: Value, text: string])[]): void {
    for (const [argument, text] of lasts) {
      const to = this.paramText(argument);
      this.last.push(
        isPlainArray(argument.type)
          ? `  ${text}.forEach((x, k) => void (${to}[k] = x));`
          : `  ${to}.set(${text});`,
      );
    }
  }

  /** Returns an object of fields. */
  returns(head: Head, fields: readonly Field[]): string {
    const shown = fields.map((field) => [field.key, this.finished(field)] as const);
    const type = treeType(
      fields.map(({ key, type: of }) => [key, of]),
      false,
    );
    return this.text(head, type, treeText(shown, false));
  }

  /** Returns a field alone. */
  returnsOnly(head: Head, field: Field): string {
    return this.text(head, field.type, this.finished(field));
  }

  /** Insists on numbers in a field; an expression for it. */
  private finished({ key, type, tree, insisting }: Field): string {
    const isName = /^[\p{ID_Continue}$]+$/u.test(tree);
    const name = isName ? tree : this.scopes.fresh(key);
    const lines = this.file.subject.options.exactZeros === true ? [] : insisting(name);
    if (!isName && lines.some((line) => mentions(line, name)))
      this.add(...laidOut(`const ${name}: ${type} = `, tree, ';', '  '), ...lines);
    else {
      this.add(...lines);
      return tree;
    }
    return name;
  }

  private text(head: Head, type: string, returned: string): string {
    const lines = [...this.reader.lines, ...this.statements, ...this.last];
    return functionText(head, this.parameters, lines, type, returned);
  }
}

const isPlainArray = (type: Type): boolean =>
  isArray(type) && (type.storage === 'number[]' || type.storage === 'list');
