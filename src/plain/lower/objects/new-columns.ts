/** Makes the columns of arrays of objects: their shape, and an array for each field. */
import type { Node } from '../../front/syntax.js';
import { isArray, type Value } from '../../ir/ir.js';
import { STARTS, type Step } from '../../ir/origin.js';
import { value } from '../../ir/build.js';
import type { Leaf, Way } from './shaped-meanings.js';
import { Pooled } from './pooled.js';
import type { ColumnsMeaning, Meaning, RecordMeaning } from '../meanings/meanings.js';
import { columnType, toldBy, type RecordShape, type Shape } from '../shapes/shapes.js';
import { isText } from '../meanings/words.js';

export abstract class NewColumns extends Pooled {
  protected abstract field(of: RecordMeaning, name: string, node: Node): Meaning;

  protected override isShapeWritten = (shape: Shape): boolean =>
    shape.tag === 'optional' || shape.tag === 'columns'
      ? this.isShapeWritten(shape.of)
      : shape.tag === 'record' &&
        shape.isOne !== true &&
        (this.remedies.has('indices') ||
          (this.hasPools && !shape.isTuple) ||
          [...shape.fields].some(
            ([name, inner]) => this.isFieldWritten(name) || this.isShapeWritten(inner),
          ));

  /** The shape of objects like one, if they can stand in columns. */
  protected shapeLike(of: Meaning, node: Node): Shape | null {
    if (of.tag === 'value') {
      const { type } = of.value;
      if (isArray(type)) return { tag: 'array', type };
      return { tag: type === 'bool' ? 'bool' : 'number' };
    }
    if (isText(of)) return { tag: 'text' };
    const map = this.shapeOfMap(of);
    if (map !== undefined) return map;
    if (of.tag === 'grown') return this.hasPools ? this.shapeInPool(of, node) : null;
    if (of.tag === 'optional') {
      const inner = this.shapeLike(of.of, node);
      if (inner?.tag === 'ref') return { ...inner, absent: of.isNull ? 'null' : 'undefined' };
      return inner && { tag: 'optional', of: inner, isNull: of.isNull };
    }
    const isObject = of.tag === 'element' ? of.at === 0 : of.tag === 'record' && !of.isTuple;
    if (this.hasPools && isObject) return this.shapeInPool(of, node);
    if (of.tag === 'element') return of.shape.isNode === true ? null : of.shape;
    if (of.tag !== 'record' || of.slots.size === 0 || of.isGrowing === true) return null;
    if (of.accessors !== undefined) return null;
    const fields = new Map<string, Shape>();
    for (const name of of.slots.keys()) {
      const inner = this.shapeLike(this.field(of, name, node), node);
      if (inner === null) return null;
      fields.set(name, inner);
    }
    const from = of.from && { from: of.from.node };
    return { tag: 'record', isTuple: of.isTuple, fields, ...from };
  }

  /** Whether what is put into an array makes columns: objects, and tuples of more than numbers. */
  protected isForColumns(given: Meaning, node: Node): boolean {
    if (given.tag === 'element') return true;
    if (given.tag === 'grown') return this.shapeLike(given, node) !== null;
    if (given.tag === 'optional' && this.hasPools) return this.isForColumns(given.of, node);
    if (given.tag === 'value') return given.value.type === 'bool';
    if (isText(given)) return true;
    if (given.tag !== 'record') return false;
    if (!given.isTuple) return true;
    return [...given.slots.keys()].some((key) => {
      const inner = this.field(given, key, node);
      return inner.tag !== 'value' || isArray(inner.value.type);
    });
  }

  protected newColumns(given: Meaning, name: string, node: Node): ColumnsMeaning {
    const like = this.shapeLike(given, node);
    const shape = like && this.inList(like);
    if (shape?.tag !== 'record')
      return this.refuse(node, 'an array of these objects', 'make them of numbers and arrays');
    return this.columnsOf(shape, name, (type, own) => value(own, type));
  }

  /** The columns of a shape; `leaf` makes each. */
  protected columnsOf(
    shape: RecordShape,
    name: string,
    leaf: Leaf,
    start: Step = null,
  ): ColumnsMeaning {
    const arrays: Value[] = [];
    const visit = (inner: Shape, own: string, way: Way): void => {
      if (inner.tag === 'record') {
        for (const [field, part] of inner.fields)
          visit(
            part,
            field.replace(/^(?=\d)/, name),
            inner.isOne === true ? way : [...way, inner.isTuple ? Number(field) : field],
          );
        return;
      }
      if (inner.tag === 'optional') {
        const absent = inner.isNull ? 'null' : 'undefined';
        arrays.push(leaf({ storage: 'Int32Array' }, own, [...way, false], { absent }));
        visit(inner.of, own, [...way, true]);
        return;
      }
      if (inner.tag === 'columns') {
        const starts: Way = [...way, STARTS];
        arrays.push(leaf({ storage: 'Int32Array' }, own, starts, { isStarts: true }));
        visit(inner.of, own, [...way, null]);
        return;
      }
      if (inner.tag === 'absent') return;
      arrays.push(leaf(columnType(inner), own, way, toldBy(inner, this.words)));
    };
    visit(shape, name, [start]);
    return { tag: 'columns', shape, arrays };
  }
}
