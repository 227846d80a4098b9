/**
 * The values of names at the top of modules, as abstract values. Functions and classes are what they are written as; constants
 * that are written down are evaluated. A variable, and an array or object of data, is what the caller gives.
 */
import { types as builders } from '../../vendor/babel.js';
import type { Core } from '../core/core.js';
import { definitionOf } from '../core/desugar.js';
import { exportOf, sourceOf } from '../front/module-sources.js';
import {
  bare,
  isFunction,
  type Binding,
  type FunctionNode,
  type Node,
  type types,
} from '../front/syntax.js';
import { STAYING } from '../specialise/machine/exits.js';
import type { Machine } from '../specialise/machine/machine.js';
import {
  Cell,
  known,
  lost,
  NOTHING,
  Refusal,
  Scope,
  UNSET,
  type Abstract,
} from '../specialise/values/abstract.js';
import type { Part } from './argument-parts.js';
import { isLibrary, libraryFunction } from './library-names.js';
import { exportedAs, functionIn, type Module } from './module.js';
import type { OwnRows } from './module-rows.js';
import type { Modules } from './modules.js';
import { namesIn } from './names-in-core.js';
import type { Promised } from './promised-types.js';
import type { PromisedValues } from './promised-values.js';
import { enumMembers } from './enum-members.js';
import { isOnlyRead, mayChange } from './only-read.js';
import { isPassive, passive, rowCalled, withoutDirectives } from './stand-ins.js';
import { TypeReader } from './type-reader.js';

/** A variable outside of the function, whose value the caller gives. */
interface Captured {
  readonly name: string;
  readonly part: Part;
  readonly cell: Cell;
  readonly before: Abstract;
}

/** The core of functions, classes and initial values: the same one for each try, as functions are known by it. */
const cores = new WeakMap<Node, Core>();

export class ModuleValues {
  readonly captured: Captured[] = [];
  private readonly scopes = new Map<Module, Scope>();
  private readonly begun = new Map<Module, Set<string>>();
  private readonly types: TypeReader;

  constructor(
    private readonly m: Machine,
    private readonly modules: Modules,
    private readonly values: () => PromisedValues,
    private readonly rows: OwnRows,
    /** Advice for each refusal. */
    private readonly insteads: Map<string, string>,
  ) {
    this.types = new TypeReader(modules);
  }

  /** The prototype of the instances of a class. */
  prototypeOf = ({ module, name }: { readonly module: Module; readonly name: string }): object => {
    const found = this.bind(module, name);
    if (found?.tag !== 'host') throw new Refusal(`the class ${name}`, undefined);
    return (found.value as { readonly prototype: object }).prototype;
  };

  private scopeOf(module: Module): Scope {
    let scope = this.scopes.get(module);
    if (scope === undefined) this.scopes.set(module, (scope = new Scope(null)));
    return scope;
  }

  private refused(why: string, instead: string): Abstract {
    this.insteads.set(why, instead);
    return lost(why);
  }

  /** Gives a name of a module its value; undefined if it is no name there. */
  private bind(module: Module, name: string): Abstract | undefined {
    const scope = this.scopeOf(module);
    const begun = this.begun.get(module) ?? new Set();
    this.begun.set(module, begun);
    if (begun.has(name)) return scope.names.get(name)?.value;
    begun.add(name);
    const value = this.valueOf(module, name);
    // A variable that the caller gives has its cell.
    if (value !== undefined && !scope.names.has(name)) scope.names.set(name, new Cell(value, 0));
    return value;
  }

  private valueOf(module: Module, name: string): Abstract | undefined {
    const { program, facts } = module;
    const binding = program.scope.getOwnBinding(name);
    const f = functionIn(program, name);
    const isConstant = binding === undefined || binding.constant || binding.kind === 'hoisted';
    if (f !== undefined && (isConstant || name === 'default'))
      return this.function(module, f, name);
    if (name === 'default') return undefined;
    if (binding === undefined) {
      const declared = facts.declared.get(name);
      return declared?.type === 'TSEnumDeclaration' ? this.enum(declared) : undefined;
    }
    if (sourceOf(binding) !== undefined) return this.imported(module, binding);
    const { node } = binding.path;
    if (node.type === 'ClassDeclaration')
      return mayChange(program, node)
        ? lost(`the class ${name}, whose static fields the module writes`)
        : this.defined(module, node, name);
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier')
      return this.variable(module, binding, node);
    return lost(`${name}, which the module computes when it runs`);
  }

  private enum(node: types.TSEnumDeclaration): Abstract {
    const made = this.m.obj(Object.prototype);
    for (const [key, of] of enumMembers(node))
      this.m.meaning.define(this.m, made, known(key), 'value', known(of));
    return made;
  }

  // ── Code ──

  private core(module: Module, node: Node, name: string, key = node): Core {
    const known = cores.get(key);
    if (known !== undefined) return known;
    const { node: program, scope } = module.program;
    const constants = Object.entries(scope.bindings).flatMap(([own, { kind }]) =>
      kind === 'const' || kind === 'module' ? [own] : [],
    );
    const isStrict =
      program.sourceType === 'module' ||
      program.directives.some(({ value }) => value.value === 'use strict');
    const made = definitionOf(node as types.FunctionDeclaration, name, isStrict, constants);
    cores.set(key, made);
    return made;
  }

  /** A function; under `'use no grad'`, one whose result has no derivative. */
  private function(module: Module, node: FunctionNode, name: string): Abstract {
    if (!isPassive(node, module.program.node)) return this.defined(module, node, name);
    return passive(this.defined(module, withoutDirectives(node), name));
  }

  /** The function or class that syntax of a module is. */
  defined(module: Module, node: Node, name: string): Abstract {
    const core = this.core(module, node, name);
    for (const one of namesIn(core)) this.bind(module, one);
    return this.evaluated(module, core);
  }

  /** The value of code, which is added; of what is refused, or throws, nothing is. */
  private evaluated(module: Module, core: Core, isCalled = false): Abstract {
    const { m } = this;
    const frame = { exit: m.cell(STAYING), result: m.cell(UNSET), isLibrary: false };
    let found: Abstract = UNSET;
    const { depth } = m;
    const { line } = m.b;
    try {
      const side = m.side(() => {
        found = m.meaning.evaluate(m, core, { scope: this.scopeOf(module), frame });
        if (isCalled) found = m.read(m.meaning.call(m, found, NOTHING, []));
      });
      if (side.isDead) return lost('what throws when the module runs');
      m.b.append(side.body);
      for (const [cell, to] of side.changes) m.set(cell, to);
      return found;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return lost(error.message);
    } finally {
      m.b.line = line;
      m.depth = depth;
    }
  }

  // ── Variables ──

  private variable(module: Module, binding: Binding, node: types.VariableDeclarator): Abstract {
    const { name } = binding.identifier;
    const init = node.init == null ? null : bare(node.init);
    if (binding.constant && init !== null && this.isRow(binding, init))
      return rowCalled(this.rows.nameOf(binding, module));
    const promised = this.types.ofVariable(name, module);
    const isData =
      promised.tag === 'numbers' || promised.tag === 'record' || promised.tag === 'list';
    if (
      !binding.constant ||
      init === null ||
      (isData && !holdsOther(promised) && !isFunction(init))
    )
      return this.given(module, name, promised);
    const thunk = builders.arrowFunctionExpression([], init as types.Expression);
    const core = this.core(module, { ...thunk, loc: init.loc } as Node, name, init);
    for (const one of namesIn(core)) this.bind(module, one);
    const value = this.evaluated(module, core, true);
    const isSure = value.tag === 'known' || value.tag === 'host' || value.tag === 'closure';
    if (isSure) return value;
    if (value.tag === 'object' && isOnlyRead(binding, init)) return value;
    return this.given(module, name, promised);
  }

  /** A variable whose value the caller gives. */
  private given(module: Module, name: string, type: Promised): Abstract {
    if (type.tag === 'other' || holdsOther(type))
      return lost(`${name}, which the module computes when it runs`);
    const { value, part } = this.values().of(type, name);
    const cell = new Cell(value, 0);
    this.scopeOf(module).names.set(name, cell);
    this.captured.push({ name, part, cell, before: value });
    return value;
  }

  private isRow(binding: Binding, init: Node): boolean {
    if (init.type !== 'CallExpression' || init.callee.type !== 'Identifier') return false;
    const made = binding.path.scope.getBinding(init.callee.name);
    const source = sourceOf(made);
    return source !== undefined && isLibrary(source) && exportOf(made!) === 'definePrimitive';
  }

  // ── Other modules ──

  private imported(module: Module, binding: Binding): Abstract {
    const source = sourceOf(binding)!;
    const name = exportOf(binding);
    const own = binding.identifier.name;
    if (name === undefined) return lost(`${own}, which a call gives when the module runs`);
    if (name === '*') return this.namespace(source, module);
    return this.exported(source, module, name) ?? this.missing(source, module, name);
  }

  private namespace(source: string, module: Module): Abstract {
    const made = this.m.obj(null);
    made.lift = (key) => this.exported(source, module, key) ?? this.missing(source, module, key);
    return made;
  }

  private missing(source: string, module: Module, name: string): Abstract {
    if (isLibrary(source))
      return this.refused(
        `${name} is a function of the library, and the file imports nothing`,
        'write it with functions of Math',
      );
    return this.modules.find(source, module) === undefined
      ? this.refused(
          `it calls a function of ${source}, which is not given`,
          'write the function into the same file, or give the option modules',
        )
      : this.refused(
          `${name} of ${source} is not a function that is written down there`,
          'write it into the same file',
        );
  }

  /** The value that a module exports by a name. */
  private exported(source: string, from: Module, name: string): Abstract | undefined {
    if (isLibrary(source)) {
      const value = libraryFunction(name);
      return value && { tag: 'host', value };
    }
    const module = this.modules.find(source, from);
    if (module === undefined) return undefined;
    for (const one of exportedAs(module, name)) {
      const found =
        one.tag === 'other'
          ? this.exported(one.source, module, one.name)
          : this.bind(module, one.name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** True if a part is not known, so that the caller could not learn it. */
function holdsOther(type: Promised): boolean {
  if (type.tag === 'list') return holdsOther(type.of);
  if (type.tag === 'record') return [...type.fields.values()].some(holdsOther);
  return type.tag === 'other';
}
