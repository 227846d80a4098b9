/**
 * Calls of functions that are imported from other modules. What they are is known when they are linked
 * (runtime/compiled/linking.ts); they give a number, and take numbers, arrays and objects of these.
 */
import { value } from '../ir/build.js';
import type { Import } from '../ir/imports.js';
import type { Value } from '../ir/ir.js';
import { exportOf, sourceOf } from '../front/module-sources.js';
import type { Binding, Node } from '../front/syntax.js';
import { isConstant } from './constants.js';
import { meaning, type Meaning } from './meanings.js';
import { Outlined } from './outlined.js';

type Way = Import['params'][number]['path'];

/** What has lowered functions in it: no library of its own, and nothing of the platform. */
const isForeign = (source: string): boolean => /^(delta-tape|numpy-ts|node:)/.test(source);

export abstract class Imported extends Outlined {
  /** The variables of the functions that are imported, and how they are called. */
  readonly imported: Binding[] = [];
  readonly imports: Import[] = [];

  /** The variable of an imported function that an expression names. */
  protected importOf(callee: Node): Binding | undefined {
    const binding = callee.type === 'Identifier' ? this.facts.bindings.get(callee) : undefined;
    const source = sourceOf(binding);
    if (binding === undefined || source === undefined || isForeign(source)) return undefined;
    const isOne = exportOf(binding) !== '*' && binding.scope.path.type === 'Program';
    return isOne && isConstant(binding) ? binding : undefined;
  }

  protected importedCall(binding: Binding, args: readonly Meaning[], at: Node): Meaning {
    const given: Value[] = [];
    const params = args.flatMap((arg, k) => this.paramsOf(arg, [k], given, at));
    const { name } = binding.identifier;
    if (!this.imported.includes(binding)) this.imported.push(binding);
    const which = this.imported.indexOf(binding);
    const text = JSON.stringify(params);
    let found = this.imports.find(
      (one) => one.which === which && JSON.stringify(one.params) === text,
    );
    if (found === undefined)
      this.imports.push((found = { name: this.freshName(name), which, params }));
    const result = value('', 'f64');
    this.builder.add({ tag: 'call', of: found.name, args: given, results: [result] });
    return meaning(result);
  }

  /** The parts of an argument; `given` takes their values. */
  private paramsOf(of: Meaning, path: Way, given: Value[], at: Node): Import['params'] {
    const part = (part: Value, own: Way) => {
      given.push(part);
      return { path: own, type: part.type === 'i32' ? ('f64' as const) : part.type };
    };
    if (of.tag === 'value') return [part(of.value, path)];
    if (of.tag === 'element') return this.paramsOf(this.snapshot(of), path, given, at);
    if (of.tag === 'columns') {
      const params: Import['params'][number][] = [];
      let next = 0;
      this.columnsOf(of.shape, '', (_, __, way) => {
        params.push(part(of.arrays[next], [...path, ...way]));
        return of.arrays[next++];
      });
      return params;
    }
    if (of.tag !== 'record' || of.isGrowing === true)
      return this.refuse(
        at,
        'this argument of a function of another module',
        'pass numbers, arrays and objects of these',
      );
    // It may keep what it is given.
    this.fix(of, this.state.get);
    return [...of.slots].flatMap(([name, slot]) =>
      this.paramsOf(this.read(slot, at), [...path, of.isTuple ? Number(name) : name], given, at),
    );
  }
}
