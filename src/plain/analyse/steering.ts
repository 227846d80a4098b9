/**
 * Finds what decides which operations a program does, and on which elements: tests, bounds of loops, indices and
 * lengths. Where all of these are the same, the program is the same straight-line code. So if no input is among them,
 * derivatives have the same patterns there. O(size of the program), times the depth of its loops and calls.
 */
import { isArray, statementsOf, type Func, type Stmt, type Value } from '../ir/ir.js';
import { operations } from '../ir/op-table.js';
import { flowsOf, keptFlows, regionsByName, type Roots } from './roots.js';

/** The values that a statement itself asks for. */
function askedBy(stmt: Stmt): readonly Value[] {
  switch (stmt.tag) {
    case 'let':
      return operations[stmt.op.tag].isSteeredBy.map((k) => stmt.op.args[k]!);
    case 'store':
    case 'check':
      return [stmt.index];
    case 'if':
      return [stmt.test];
    case 'for': {
      const go = stmt.go === undefined ? [] : [stmt.body.params[stmt.go]];
      return [stmt.from, stmt.to, stmt.step, ...go];
    }
    case 'while':
      return stmt.test.yields;
    default:
      return [];
  }
}

/**
 * The parameters whose numbers or elements decide. Lengths of parameters count in any case.
 */
export function steeringOf(f: Func, roots: Roots): ReadonlySet<Value> {
  const regions = regionsByName(f);
  const statements = [...statementsOf(f)];
  const kept = keptFlows(statements);
  /** Numbers, bools, and the roots of arrays whose elements decide. */
  const steering = new Set<Value>();
  let isStable = false;
  const mark = (of: Value): void => {
    for (const one of isArray(of.type) ? roots.within(of) : [of])
      if (!steering.has(one)) {
        steering.add(one);
        isStable = false;
      }
  };
  const step = (stmt: Stmt): void => {
    askedBy(stmt).forEach(mark);
    if (stmt.tag === 'let' && steering.has(stmt.value)) {
      const { tag, args } = stmt.op;
      // How many elements there are is known from what they are asked by.
      if (tag !== 'length' && tag !== 'present' && tag !== 'alloc') args.forEach(mark);
    }
    if (stmt.tag === 'store' && [...roots(stmt.array)].some((root) => steering.has(root)))
      mark(stmt.value);
    for (const [from, to] of flowsOf(stmt, regions)) if (steering.has(to)) mark(from);
  };
  while (!isStable) {
    isStable = true;
    statements.forEach(step);
    for (const [from, to] of kept) if (steering.has(to)) mark(from);
  }
  return new Set(
    f.region.params.filter((param) =>
      isArray(param.type) ? roots.meets(param, steering) : steering.has(param),
    ),
  );
}
