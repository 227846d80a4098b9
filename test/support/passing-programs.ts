/**
 * Random programs of two modules: functions that read, change and give objects, arrays and arrays of objects, and a
 * function without types that passes on what it is given, as it is, in parts, or spread.
 */
import fc from 'fast-check';

const read = fc.constantFrom(
  'p.b * p.b',
  'p.w[0] * p.w[1]',
  'Math.sin(p.b) * p.w[0]',
  'p.w.length * p.b',
  'p.in.v[1] * p.in.k',
  'p.w.reduce((s, x) => s + x * x, 0)',
);
const change = fc.constantFrom(
  '',
  '',
  'p.w[0] = p.b * 2;',
  'p.b = p.b * p.w[0];',
  'p.in.k += p.b;',
  'p.in.v[0] *= p.b;',
);
const ofData = fc.constantFrom('d.x * p.b', 'd.x * d.y', 'd.y - p.w[0] * d.x');
const changeOfData = fc.constantFrom('', '', 'd.x += 0.5;', 'd.y *= p.b;', 'd.x = d.y;');

/** A function of the other module, and how it is called and what becomes of that. */
interface Callee {
  readonly text: string;
  readonly params: readonly ('p' | 'data' | 'w' | 'x')[];
  readonly gives: 'number' | 'array' | 'object';
}

const callee = fc
  .record({
    kind: fc.constantFrom('numbers', 'data', 'changed data', 'array', 'object', 'list', 'number'),
    isTyped: fc.boolean(),
    terms: fc.tuple(read, read),
    changes: fc.tuple(change, change),
    loop: fc.tuple(ofData, changeOfData),
    array: fc.constantFrom('p.w', 'p.w.slice()', 'p.in.v', 'p.w.map((x) => x * p.b)'),
    object: fc.constantFrom('({ k: p.b, v: p.w })', 'p.in', '({ k: 2, v: data.map((d) => d.x) })'),
  })
  .map(({ kind, isTyped, terms, changes, loop, array, object }): Callee => {
    const [p, data] = isTyped ? ['p: P', 'data: D[]'] : ['p', 'data'];
    const does = changes.join(' ');
    const sum = `let s = 0; for (const d of data) { ${kind === 'data' ? '' : loop[1]} s += ${loop[0]}; }`;
    switch (kind) {
      case 'numbers':
        return {
          text: `(${p}) { ${does} return ${terms.join(' + ')}; }`,
          params: ['p'],
          gives: 'number',
        };
      case 'array':
        return { text: `(${p}) { ${changes[0]} return ${array}; }`, params: ['p'], gives: 'array' };
      case 'object': {
        const text = `(${p}, ${data}) { ${changes[0]} return ${object}; }`;
        return { text, params: ['p', 'data'], gives: 'object' };
      }
      case 'list': {
        const first = isTyped ? 'w: number[], c: number = 2' : 'w, c = 2';
        const text = `(${first}) { ${does === ' ' ? '' : 'w[0] = w[1] * c;'} let s = 0; for (const x of w) s += x * x * c; return s; }`;
        return { text, params: ['w', 'x'], gives: 'number' };
      }
      case 'number':
        return {
          text: '(x, y = 3) { return x * Math.cos(y) + y; }',
          params: ['x', 'x'],
          gives: 'number',
        };
      default:
        return {
          text: `(${p}, ${data}) { ${sum} return s; }`,
          params: ['p', 'data'],
          gives: 'number',
        };
    }
  });

const given = {
  p: fc.constantFrom('p', 'p', 'p', 'q', '{ ...p, b: 2 }', '{ w: p.w, b: p.b, in: p.in }'),
  data: fc.constant('data'),
  w: fc.constantFrom('p.w', 'q.w', '[1, 2, q.b]', 'u'),
  x: fc.constantFrom('q.b', '3', 'p.b'),
};

const call = fc.record({
  which: fc.nat(2),
  args: fc.record(given),
  isStored: fc.boolean(),
});

const object = (b: number) => ({ w: [0.3, 0.7 - b], b, in: { v: [1.1, 0.2], k: 0.9 } });

export const passingPrograms = fc
  .record({
    callees: fc.tuple(callee, callee, callee),
    calls: fc.array(call, { minLength: 2, maxLength: 3 }),
    wrt: fc.constantFrom(0, [0, 2], 3),
    same: fc.constantFrom(0, 0, 0, 0, 1, 2, 3),
  })
  .map(({ callees, calls, wrt, same }) => {
    const lines: string[] = [];
    const terms = ['all(p) * all(q)'];
    calls.forEach(({ which, args, isStored }, k) => {
      const { params, gives } = callees[which];
      const made = `g${which}(${params.map((one) => args[one]).join()})`;
      lines.push(`const v${k} = ${made};`);
      if (gives === 'number') terms.push(`v${k}`);
      if (gives === 'array') terms.push(`v${k}[0] * v${k}[1]`);
      if (gives === 'object') terms.push(`v${k}.k * v${k}.v[1]`);
      if (gives === 'array' && isStored) lines.push(`v${k}[0] = 5;`);
    });
    const f = `import { g0, g1, g2, all } from './g';
export const f = (p, data, q, u) => { ${lines.join(' ')} return ${terms.join(' + ')}; };`;
    const g = `interface P { w: number[]; b: number; in: { v: number[]; k: number } }
interface D { x: number; y: number }
export const all = (p: P): number => p.b * p.w[0] + p.in.v[0] * p.in.k;
${callees.map(({ text }, k) => `export function g${k}${text}`).join('\n')}`;
    const args = (): unknown[] => {
      const [p, first] = [object(0.6), { x: 1, y: 0.5 }];
      return [
        p,
        [first, same === 1 ? first : { x: -0.3, y: 2 }],
        same === 2 ? p : object(-0.4),
        same === 3 ? p.w : [2, 0.1],
      ];
    };
    return { texts: { f, g }, args, wrt };
  });
