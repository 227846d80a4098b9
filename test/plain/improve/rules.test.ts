/** Each rule fires where it should, and not where it may not. That rules change no bit is in improve.test.ts. */
import { hoisted } from '../../../src/plain/improve/hoisted.js';
import { shared } from '../../../src/plain/improve/shared.js';
import { gathered } from '../../../src/plain/improve/gathered.js';
import { improved, passes } from '../../../src/plain/improve/improved.js';
import type { Func, Op, Region, Stmt } from '../../../src/plain/ir/ir.js';
import { print } from '../../../src/plain/ir/print.js';
import { emit, funcOf, interpret, verify } from '../../support/numeric.js';

const codeOf = (text: string, pass = improved) => emit(pass(funcOf(text))).code;
const count = (text: string, part: string) => text.split(part).length - 1;

test('A branch that is always taken stands in the place of the choice.', () => {
  const text = 'function f(x: number, h = 0.1) { return x * h; }';
  expect(codeOf(text)).toBe('function f(x, h) {\n  return x * h;\n}');
});

describe('Common terms', () => {
  test('are computed once, also for a loop inside.', () => {
    const text = `function f(x: number[], y: number) {
      let sum = Math.exp(y);
      for (let i = 0; i < x.length; i++) sum += Math.exp(y) * x[i] * x[i];
      return sum;
    }`;
    const code = emit(shared(funcOf(text))).code;
    expect(count(code, 'Math.exp')).toBe(1);
    expect(count(code, 'x[i]')).toBe(1);
  });

  test('are read again after a store, in the loop around it too.', () => {
    const text = `function f(y: number) {
      const x = new Float64Array(2);
      let sum = x[0];
      for (let i = 0; i < 2; i++) { sum += x[0]; x[0] = y * i; sum += x[0]; }
      return sum + x[0];
    }`;
    expect(count(codeOf(text, shared), 'x[0]')).toBe(5);
  });

  test('are not taken from a branch.', () => {
    const text =
      'function f(y: number) { let s = 0; if (y > 0) s = Math.exp(y); return s + Math.exp(y); }';
    expect(count(codeOf(text, shared), 'Math.exp')).toBe(2);
  });
});

describe('What a loop need not repeat', () => {
  const text = (inner: string) => `function f(x: Float64Array, y: number) {
    let sum = 0;
    for (let i = 0; i < x.length; i++) for (let j = 0; j < 3; j++) sum += ${inner};
    return sum;
  }`;

  test('stands before it.', () => {
    const code = codeOf(text('x[i] * Math.exp(y)'), hoisted);
    expect(code.indexOf('Math.exp')).toBeLessThan(code.indexOf('for'));
  });

  test('is a row of a list that no step writes.', () => {
    const rows = (inner: string) =>
      codeOf(
        `function f(a: number[][], y: number) {
      let sum = 0;
      for (let i = 0; i < a.length; i++) for (let j = 0; j < 3; j++) { sum += a[i][j]; ${inner} }
      return sum;
    }`,
        hoisted,
      );
    const isBefore = (code: string) => code.indexOf('= a[i]') < code.indexOf('for (let j');
    expect(isBefore(rows('a[0][j] = y;'))).toBe(true);
    const written = rows('a[0] = a[1];');
    expect(written.indexOf('a[i]')).toBeGreaterThan(written.indexOf('for (let j'));
  });

  test('stays where it depends on a step, reads an element, or stands in a branch.', () => {
    const isInside = (inner: string, part: string) => {
      const code = codeOf(text(inner), hoisted);
      return code.indexOf(part) > code.lastIndexOf('for');
    };
    expect(isInside('Math.exp(y + j)', 'Math.exp')).toBe(true);
    expect(isInside('x[1]', 'x[1]')).toBe(true);
    expect(isInside('y > 0 ? Math.log(y) : 0', 'Math.log')).toBe(true);
  });
});

test('The length of a new array is known where it is a constant that is one.', () => {
  const text = (length: string) => `function f(x: number) {
    const a = new Float64Array(${length});
    for (let i = 0; i < a.length; i++) a[i] = i * x;
    return a[1];
  }`;
  expect(codeOf(text('3'))).toContain('i < 3');
  for (const length of ['2.5', '-1', 'x']) expect(codeOf(text(length))).toContain('i < a.length');
});

test('A rule that takes steps for the same is noticed: what depends on a step does not stand before it.', () => {
  const f = funcOf(`function f(x: Float64Array, y: number) {
    let sum = 0;
    for (let i = 0; i < x.length; i++) sum += Math.exp(y * i);
    return sum;
  }`);
  /** Moves all that a loop computes by rows before it, also what depends on its step. */
  const wrong: Func = {
    ...f,
    region: {
      ...f.region,
      body: f.region.body.flatMap((stmt): Stmt[] => {
        if (stmt.tag !== 'for') return [stmt];
        const isMoved = (inner: Stmt) => inner.tag === 'let' && inner.op.tag === 'prim';
        const [moved, rest] = [true, false].map((is) =>
          stmt.body.body.filter((inner) => isMoved(inner) === is),
        );
        return [...moved, { ...stmt, body: { ...stmt.body, body: rest } }];
      }),
    },
  };
  expect(verify(hoisted(f))).toEqual([]);
  expect(verify(wrong)).not.toEqual([]);
});

/** A program for each rule: what its code has no more, and a careless rule in its place. */
interface Rule {
  readonly pass: (f: Func) => Func;
  readonly text: string;
  readonly gone: RegExp;
  readonly args: readonly unknown[];
  readonly careless: (stmt: Stmt) => Stmt | null;
}

const inLets =
  (change: (op: Op) => Op) =>
  (stmt: Stmt): Stmt =>
    stmt.tag === 'let' ? { ...stmt, op: change(stmt.op) } : stmt;

/** A function with statements changed or left out, in loops too. */
const changed = (f: Func, change: (stmt: Stmt) => Stmt | null): Func => {
  const inRegion = (region: Region): Region => ({
    ...region,
    body: region.body.flatMap((stmt): Stmt[] => {
      const made = change(stmt);
      if (made?.tag === 'for' || made?.tag === 'while')
        return [{ ...made, body: inRegion(made.body) }];
      return made === null ? [] : [made];
    }),
  });
  return { ...f, region: inRegion(f.region) };
};

const rules: Readonly<Record<string, Rule>> = {
  'takes what a loop carries and never changes from before it': {
    pass: passes.steady,
    text: 'let c = 2 * x; let s = 0; for (let i = 0; i < 3; i++) { s += c; c = c; } return s;',
    gone: /, c3\)/,
    args: [2],
    careless: (stmt) =>
      stmt.tag === 'for' ? { ...stmt, body: { ...stmt.body, yields: stmt.body.params } } : stmt,
  },
  'computes what is known, and nothing by 1': {
    pass: passes.folded,
    text: 'return x * 1 + 2 * 3 * x;',
    gone: /mul\(v\d+, v\d+\)/,
    args: [2],
    careless: inLets((op) =>
      op.tag === 'prim' && op.row === 'mul' ? { tag: 'const', value: 0, args: [] } : op,
    ),
  },
  'makes a loop that counts of a while': {
    pass: passes.counting,
    text: 'let s = x; let i = 0; while (i <= 3) { s = s * x + i; i++; } return s;',
    gone: /while/,
    args: [2],
    careless: (stmt) => (stmt.tag === 'for' && stmt.by === 'le' ? { ...stmt, by: 'lt' } : stmt),
  },
  'reads once what is not written between': {
    pass: passes.shared,
    text: 'const a = new Float64Array(1); a[0] = x; let s = a[0] * a[0]; a[0] = s; return a[0];',
    gone: /mul\((\w+), (?!\1\))/,
    args: [3],
    careless: (stmt) => (stmt.tag === 'store' && stmt.value.name === 's' ? null : stmt),
  },
  'leaves out what nobody uses': {
    pass: passes.used,
    text: 'const a = new Float64Array(1); const b = Math.sin(x); a[0] = x; return a[0];',
    gone: /sin/,
    args: [3],
    careless: (stmt) => (stmt.tag === 'store' ? null : stmt),
  },
  'adds twice to an element in one store': {
    pass: (f) => gathered(shared(f)),
    text: 'const a = new Float64Array(1); a[0] += x; a[0] += 2 * x; return a[0] * 2;',
    gone: /a\[\w+\] = [^]*a\[\w+\] = /,
    args: [3],
    careless: inLets((op) =>
      op.tag === 'prim' && op.row === 'add' ? { ...op, args: [op.args[1], op.args[1]] } : op,
    ),
  },
};

describe('A rule', () => {
  test.each(Object.entries(rules))('%s.', (_, { pass, text, gone, args, careless }) => {
    const f = funcOf(`function f(x: number) { ${text} }`);
    const [before, after] = [f, pass(f)];
    expect(print(before)).toMatch(gone);
    expect(print(after)).not.toMatch(gone);
    const valueOf = (g: Func) => interpret(g, args as never)[0];
    expect(valueOf(after)).toBe(valueOf(before));
    // A careless one is noticed by its value.
    expect(valueOf(changed(after, careless))).not.toBe(valueOf(before));
  });
});
