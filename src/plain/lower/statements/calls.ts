/** Lowers calls: of functions, which are inlined, and of methods. */
import { bare, type Node, type types } from '../../front/syntax.js';
import type { Call } from '../arrays/arrays.js';
import {
  Frame,
  nothing,
  type ChoiceMeaning,
  type Meaning,
  type Slot,
} from '../meanings/meanings.js';
import { noMethod, notMade } from '../meanings/advice.js';
import { isGrowing } from '../syntax/growing-uses.js';
import { isOperator } from '../functions/row-calls.js';
import { EnteredFunctions } from './entered-functions.js';

/** Methods of arrays that always give a new one. */
const making = 'concat filter flat flatMap map slice splice toReversed toSorted with'.split(' ');

/** Methods that go through a list once. */
const goingThrough = ['map', 'flatMap', 'forEach', 'reduce', 'some', 'every', 'find', 'filter'];

export type Callee = types.MemberExpression | types.OptionalMemberExpression;

export abstract class Calls extends EnteredFunctions {
  // ── Calls ──

  protected call(node: Call, frame: Frame): Meaning {
    const callee = bare(node.callee);
    if (node.type === 'NewExpression') return this.created(node, callee, frame);
    if (callee.type === 'Super') return this.superCalled(this.arguments(node, frame), callee);
    const run = node.type === 'CallExpression' ? this.runCalled(node, frame) : undefined;
    if (run !== undefined) return run;
    const row = this.rowOf(callee);
    if (row !== undefined)
      return row.isStrict && isOperator(row.name)
        ? this.operatorCalled(row.name, node, frame)
        : this.rowCalled(row, node, frame);
    if (this.isGlobalCall(callee))
      return this.globalCalled(callee, this.arguments(node, frame), node);
    const ofObject = this.objectCalled(callee, node, frame);
    if (ofObject !== undefined) return ofObject;
    const own = this.ownMember(callee);
    if (own !== undefined) return this.applied(own, this.arguments(node, frame), node);
    const imported = node.type === 'CallExpression' ? this.importOf(callee, frame) : undefined;
    if (imported !== undefined && node.type === 'CallExpression') {
      const args = this.arguments(node, frame);
      return this.importedCall(imported, args, node, this.askedBy(imported, node, frame));
    }
    const ofHost = this.hostCalled(callee, node, frame);
    if (ofHost !== undefined) return ofHost;
    if (callee.type === 'MemberExpression') return this.methodCall(node, callee, frame);
    if (this.isGlobal(callee, 'Array')) return this.arrayCreated(node, 'number[]', frame);
    const of = this.expression(callee, frame);
    // What cannot be given may be handed on as it is.
    if (of.tag === 'function') this.called.push(of.node);
    const args = this.argumentsOf(of, node, frame);
    if (of.tag === 'function') this.called.pop();
    return this.applied(of, args, node);
  }

  private created(node: types.NewExpression, callee: Node, frame: Frame): Meaning {
    const storage = this.arrayClass(callee);
    if (storage !== undefined) return this.arrayCreated(node, storage, frame);
    const container = this.containerMade(node, frame) ?? this.patternMade(node, frame);
    if (container !== undefined) return container;
    const of = callee.type === 'Identifier' ? this.expression(callee, frame) : nothing;
    if (of.tag !== 'class') return this.refuse(node, ...notMade(callee));
    return this.instance(of, this.arguments(node, frame), node);
  }

  private methodCall(
    node: types.CallExpression,
    callee: types.MemberExpression,
    frame: Frame,
  ): Meaning {
    const name = this.keyOf(callee);
    if (this.depthOfBranches > 0 && this.isGlobal(callee.object, 'console')) {
      // What is printed when something is wrong, or asked for, is printed by a run.
      this.builder.add({ tag: 'leave' });
      return nothing;
    }
    if (callee.object.type === 'Super')
      return this.superMethod(name, callee.object, this.arguments(node, frame), frame);
    const storage = this.arrayClass(callee.object);
    const made = storage && this.arrayStatic(name, storage, node, frame);
    if (made !== undefined) return (this.fresh = made);
    const isHoley =
      callee.object.type === 'NewExpression' && this.isGlobal(callee.object.callee, 'Array');
    if (isHoley && name !== 'fill')
      return this.refuse(node, `${name} of an array of nothing`, 'fill it first');
    const emptied = name === 'map' ? this.emptyLength(callee.object, frame) : undefined;
    if (emptied !== undefined) {
      const nothings = { length: emptied, at: () => nothing, whole: nothing };
      const [f] = this.arguments(node, frame);
      return this.generated('number[]', nothings, f, node, frame);
    }
    if (callee.computed && name === '')
      return this.applied(this.expression(callee, frame), this.arguments(node, frame), node);
    const listed = goingThrough.includes(name) ? this.sideOutside(callee.object, frame) : undefined;
    const of = listed ?? this.sure(this.expression(callee.object, frame));
    return this.methodOn(of, callee, node, frame);
  }

  /** A method of something that is known. */
  protected methodOn(
    of: Meaning,
    callee: Callee,
    node: types.CallExpression,
    frame: Frame,
  ): Meaning {
    const name = this.keyOf(callee as types.MemberExpression);
    if (callee.property.type === 'PrivateName') this.insistOnPrivate(of, callee.property);
    if (name === 'call' && (of.tag === 'function' || of.tag === 'row')) {
      const [self = nothing, ...args] = this.arguments(node, frame);
      return this.applied(this.boundTo(of, self), args, node);
    }
    if (name === 'bind' && of.tag === 'function' && node.arguments.length === 1)
      return this.boundTo(of, this.arguments(node, frame)[0]);
    if (of.tag === 'value' && of.value.type === 'host')
      return this.hostMethod(name, of.value, node, frame);
    const found =
      of.tag === 'record' && !of.isTuple && of.isGrowing !== true
        ? this.methodOfRecord(name, of, node, frame)
        : of.tag === 'element'
          ? this.methodOf(name, of, this.arguments(node, frame), node)
          : of.tag === 'class'
            ? this.staticMethod(name, of, this.arguments(node, frame), node)
            : this.arrayCalled(name, of, node, frame);
    return found ?? this.refuse(node, ...noMethod(name, of));
  }

  private arrayCalled(name: string, of: Meaning, node: Call, frame: Frame): Meaning | null {
    const found = this.arrayMethod(name, of, node, frame);
    if (found !== null && name in Array.prototype) this.methodsCalled.add(name);
    if (found === null && isGrowing(name)) this.learnRows(of, node, frame);
    if (found !== null && making.includes(name)) this.fresh = found;
    return found;
  }

  /** A list of arrays of which one grows: it is lowered once more. */
  private learnRows(of: Meaning, { callee }: Call, frame: Frame): void {
    this.learnList(of);
    this.learnGrowing(of);
    // A literal that a function hands on, as a fold does.
    if (of.tag === 'record' && of.isTuple && of.literal !== undefined) this.makesObjects = true;
    const row = callee.type === 'MemberExpression' ? bare(callee.object) : callee;
    const list = row.type === 'MemberExpression' ? bare(row.object) : row;
    if (of.tag !== 'value' || list === row || list.type !== 'Identifier') return;
    const holder = this.expression(list, frame);
    if (holder.tag !== 'record' || holder.madeFor === undefined) return;
    this.remedies.learn(holder.madeFor, { isOfRows: true });
  }

  protected methodOfRecord(
    name: string,
    of: Meaning & { readonly tag: 'record' },
    node: Call,
    frame: Frame,
  ): Meaning | null {
    const slot = of.slots.get(name);
    const held = slot && this.read(slot, node);
    const args = this.arguments(node, frame);
    if (held === undefined) return this.methodOf(name, of, args, node);
    return held.tag === 'function'
      ? this.inlined(held.node, held.frame, args, node, of)
      : this.applied(held, args, node);
  }

  /** What one of some functions gives. */
  private chosenOn({ code, among }: ChoiceMeaning, args: readonly Meaning[], node: Node): Meaning {
    const slot: Slot = { name: '' };
    const from = (k: number): void => {
      const own = () => this.state.set(slot, this.applied(among[k], args, node));
      if (k + 1 === among.length) own();
      else {
        const test = this.builder.compare('eq', code, this.builder.constant(k));
        this.if(test, own, () => from(k + 1));
      }
    };
    from(0);
    return this.read(slot, node);
  }

  protected override applied(
    f: Meaning | undefined,
    args: readonly Meaning[],
    node: Node,
  ): Meaning {
    if (f?.tag === 'function') return this.inlined(f.node, f.frame, args, node);
    if (f?.tag === 'global') return this.globalOn(f.name, args, node);
    if (f?.tag === 'row') return this.rowGiven(f, args, node);
    if (f?.tag === 'imported') return this.importedCall(f.name, args, node);
    if (f?.tag === 'derivative') return this.derivativeAt(f, args, node);
    if (f?.tag === 'map') return f.apply(args[0] ?? nothing, node);
    if (f?.tag === 'choice') return this.chosenOn(f, args, node);
    return this.refuse(
      node,
      'a call of what is no function of the module',
      'import it from the same module, or write it here',
    );
  }
}
