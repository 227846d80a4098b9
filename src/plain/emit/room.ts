/** Computes the room that a counted loop needs for what it keeps. */
import {
  isArray,
  regionsOf,
  statementsIn,
  type ForStmt,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { isOn } from './keeping.js';
import { binary, level, literal, type Text } from './text.js';

/**
 * The most numbers that a counted loop keeps on a stack; null if that is not known before it, or
 * nothing is kept.
 */
export function roomFor(stmt: ForStmt, textOf: (value: Value) => Text, which = 0): Text | null {
  const size = keptInStep(stmt, which);
  if (size === null) return null;
  const [from, to, step] = [stmt.from, stmt.to, stmt.step].map(textOf);
  const isDown = step.text === '-1';
  const [last, first] = isDown ? [from, to] : [to, from];
  const way = first.text === '0' ? last : binary('-', level.sum, last, first);
  const isOne = isDown || step.text === '1';
  // One step more: the end may be no whole number, or belong to the steps.
  const steps = binary(
    '+',
    level.sum,
    isOne ? way : binary('/', level.product, way, step),
    literal(1),
  );
  return size === 1 ? steps : binary('*', level.product, literal(size), steps);
}

/** The most numbers that a step keeps, where no loop and no call in it keeps anything. */
function keptInStep({ body, go }: ForStmt, which: number): number | null {
  if (go !== undefined) return null;
  const all = [...statementsIn(body)];
  const loops = all.filter(({ tag }) => tag === 'for' || tag === 'while');
  if (all.some(({ tag }) => tag === 'call')) return null;
  if (loops.some((loop) => regionsOf(loop).some((inner) => keepsIn(inner, which)))) return null;
  // What is taken again in a step is not kept for long.
  if (all.some((inner) => inner.tag === 'take' && isOn(inner, which))) return null;
  const size = numbersIn(body, which);
  return size === 0 ? null : size;
}

/** True if something in a region keeps or takes on a stack. */
export const keepsIn = (region: Region, which: number): boolean =>
  [...statementsIn(region)].some((stmt) => isOn(stmt, which));

function numbersIn(region: Region, which: number): number {
  const inStmt = (stmt: Stmt): number =>
    stmt.tag === 'keep' && isOn(stmt, which)
      ? stmt.values.filter(({ type }) => !isArray(type)).length
      : Math.max(0, ...regionsOf(stmt).map((inner) => numbersIn(inner, which)));
  return region.body.reduce((sum, stmt) => sum + inStmt(stmt), 0);
}
