/**
 * The functions that one of the file calls, as functions of the file: each with the numbers and arrays that the
 * language gives it, and with one result, or an object of several.
 */
import { rootsOf } from '../analyse/roots.js';
import { BodyEmitter } from '../emit/source/body.js';
import type { Called, Program } from '../emit/source/called.js';
import { treeText, treeType } from '../emit/source/key-text.js';
import { Scopes } from '../emit/source/scopes.js';
import { stackHelpers } from '../emit/source/shared-stack.js';
import { readonlyOf, typescriptOf } from '../emit/source/typescript.js';
import { keepingIn } from '../emit/keeping.js';
import { variable } from '../emit/text.js';
import { isArray, regionsOf, statementsIn, type Func, type Value } from '../ir/ir.js';
import type { SourceFile } from './file.js';
import { functionText } from './emitted-function.js';
import { Handing } from './handing.js';

/** A function of a program as it is in the file. */
interface Callee extends Called {
  readonly func: Func;
  /** Its parameters, and arrays in them, that may be readonly. */
  readonly readonlyArrays: ReadonlySet<Value>;
}

export class Callees {
  readonly program: Program;
  private readonly byName = new Map<string, Callee>();

  /** @param f a program of which `f` itself is not written here */
  constructor(
    private readonly file: SourceFile,
    f: Func,
  ) {
    const { functions = [] } = f;
    const keeping = keepingIn(f);
    if (keeping.length > stackHelpers.length)
      throw file.subject.refused('there are too many derivatives in each other', 'write one out');
    this.program = {
      roots: rootsOf(f),
      called: (of) => this.byName.get(of)!,
      stacks: keeping.length,
      isShared: functions.some(({ name }) => keeping[0]?.has(name)),
      emptied: file.emptied,
      listOf: file.listOf,
      rowNamed: this.rowNamed,
    };
    // Another program of the file may have the same functions.
    const texts = this.written(functions, file.programNames());
    const isOther = [...texts].some(([name, text]) => (file.called.get(name) ?? text) !== text);
    const all = isOther ? this.written(functions, file.scopes()) : texts;
    all.forEach((text, name) => file.called.set(name, text));
  }

  /** The function for the value of a row that a module defines, which becomes part of the file. */
  private rowNamed = (row: string): string | undefined => {
    const { file } = this;
    const func = file.subject.rows.valueOf(row);
    if (func === undefined) return undefined;
    const name = file.programNames().fresh(row.slice(1));
    if (file.called.has(name)) return name;
    const region = { params: [], body: [], yields: [] };
    return new Callees(file, { name, region, functions: [func] }).program.called(func.name).name;
  };

  /** The texts of functions, by their names in the file. */
  private written(functions: readonly Func[], names: Scopes): Map<string, string> {
    for (const func of functions) {
      const name = names.fresh(camelCase(func.name));
      this.byName.set(func.name, { ...calleeOf(func), name });
      this.file.functionNames.add(name);
    }
    return new Map([...this.byName.values()].map((one) => [one.name, this.textOf(one)]));
  }

  private textOf({ func, name, keys, takesReadonly, readonlyArrays }: Callee): string {
    const { file, program } = this;
    const { own, named, options } = file.subject;
    const { params, yields } = func.region;
    const scopes = file.scopes();
    const names = params.map((param) => scopes.fresh(param.name === '' ? 'x' : param.name));
    const { lines, results } = new BodyEmitter(func, {
      program,
      isCalled: true,
      scopes,
      params: new Map(params.map((param, k) => [param, variable(names[k])])),
      readings: new Map(),
      own,
      named,
      isReadonly: (value) => readonlyArrays.has(value) && isOfJavaScript(value),
      hasWayBack: false,
      helper: file.helper,
      isIndexChecked: options.noUncheckedIndexedAccess ?? false,
    }).emit();
    const parts = <T>(of: (k: number) => T) => keys.map((key, k) => [key, of(k)] as const);
    const isOne = yields.length === 1;
    const type =
      yields.length === 0
        ? 'void'
        : isOne
          ? typescriptOf(yields[0].type)
          : treeType(
              parts((k) => typescriptOf(yields[k].type)),
              false,
            );
    const returned =
      yields.length === 0
        ? ''
        : isOne
          ? results[0].text
          : treeText(
              parts((k) => results[k].text),
              false,
            );
    const taken = params.map((param, k) => ({
      name: names[k],
      type: takesReadonly[k] ? readonlyOf(param.type) : typescriptOf(param.type),
      rest: '',
    }));
    const about = aboutOf(func.name);
    return functionText({ name, about, isExported: false }, taken, lines, type, returned);
  }
}

/** A function of a program as other functions see it. */
function calleeOf(func: Func): Omit<Callee, 'name'> {
  const { params, yields } = func.region;
  const changing = changingIn(func);
  const handing = new Handing(func);
  const takesReadonly = params.map(
    ({ type }, k) =>
      isArray(type) && handing.withRows(params[k]).every((array) => !changing.has(array)),
  );
  const names = new Scopes([]);
  return {
    func,
    keys: yields.map(({ name }) => names.fresh(name === '' ? 'result' : name)),
    takesReadonly,
    readonlyArrays: new Set(
      params.flatMap((param, k) => (takesReadonly[k] ? handing.withRows(param) : [])),
    ),
  };
}

/** Arrays of a function that it stores into, or hands on to others than functions. */
function changingIn({ region }: Func): ReadonlySet<Value> {
  const found = new Set<Value>(region.yields);
  for (const stmt of statementsIn(region)) {
    if (stmt.tag === 'store') [stmt.array, stmt.value].forEach((value) => found.add(value));
    if (stmt.tag === 'keep') stmt.values.forEach((value) => found.add(value));
    if (stmt.tag === 'for' || stmt.tag === 'while') stmt.inits.forEach((value) => found.add(value));
    for (const { yields } of regionsOf(stmt)) yields.forEach((value) => found.add(value));
  }
  return found;
}

const isOfJavaScript = ({ type }: Value): boolean =>
  isArray(type) && (type.storage === 'number[]' || type.storage === 'list');

/** The name of a function in its module: names in programs have numbers, and the names of what they stand in. */
const ownName = (name: string): string =>
  name.replace('@', '').replace(/:\d+/g, '').replace(/.*:/, '');

/** The comment over a function of a program, by its name there. */
function aboutOf(name: string): string {
  const written = ownName(name).replace(/(\.there|\.back|\.both)?(_tangent)?$/, '');
  const isTangent = name.endsWith('_tangent');
  const more = isTangent ? ', with the tangents' : '';
  if (name.includes('.back'))
    return `The reverse sweep of ${written}: cotangents of its arguments${more}.`;
  if (name.includes('.both'))
    return `The value of ${written}, and its reverse sweep at once: cotangents of its arguments${more}.`;
  if (name.includes('.there'))
    return `The value of ${written}${more}; it keeps the numbers that its reverse sweep needs.`;
  return `The value of ${written}${isTangent ? ', and its change along a direction' : ''}.`;
}

/** `walkThere` for `walk.there`. */
const camelCase = (name: string): string =>
  ownName(name)
    .replace(/[^\p{ID_Continue}$]+|_(?=tangent$)/gu, ' ')
    .trim()
    .replace(/ +(\S)/g, (_, first: string) => first.toUpperCase());
