/**
 * Random functions that read elements which lists do not have: by indices, `at`, `find`, `findLast`, `pop` and `shift`; of numbers,
 * rows and objects that are given, kept by the module, or pushed. They ask whether anything is there in every way, or do not, and
 * do with it what programs do.
 */
import fc from 'fast-check';

type Draw = (max: number) => number;
type Kind = 'number' | 'row' | 'object';

class Missing {
  private names = 0;
  constructor(private readonly draw: Draw) {}

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];
  private fresh = (base: string): string => `${base}${this.names++}`;

  private list: Readonly<Record<Kind, readonly string[]>> = {
    number: ['x', 'kept', 'stack'],
    row: ['rows', 'grid'],
    object: ['items', 'given', 'heap'],
  };

  /** An expression that gives an element, or nothing. */
  private read(kind: Kind): string {
    const list = this.pick(this.list[kind]);
    const at = this.pick([
      'i - 1',
      'i + 1',
      'i',
      `${list}.length - 1`,
      `${list}.length`,
      '-1',
      '9',
      'i / 2',
    ]);
    const test = { number: 'v > s', row: 'v[0] > s', object: 'v.w > i' }[kind];
    const isOwn = ['stack', 'heap'].includes(list);
    return this.pick([
      `${list}[${at}]`,
      `${list}[${at}]`,
      `${list}.at(${this.pick(['-1', 'i - 2', '7'])})`,
      `${list}.find((v) => ${test})`,
      `${list}.findLast((v) => ${test})`,
      `sought(${list}, (v) => ${test})`,
      ...(isOwn ? [`${list}.pop()`, `${list}.shift()`] : []),
    ]);
  }

  /** A use of something that is there. */
  private use(kind: Kind, of: string): string {
    const real = {
      number: of,
      row: `${of}[${this.pick(['0', '1', 'i % 2'])}]`,
      object: `${of}.${this.pick(['w', 'v'])}`,
    }[kind];
    const more: Readonly<Record<Kind, readonly string[]>> = {
      number: [`if (stack.length < 6) stack.push(${of});`],
      row: [`for (const v of ${of}) s += v * 0.1;`, `grid.push(${of}.map((v) => v * 0.5));`],
      object: [
        `s += area(${of});`,
        `const { v: a${this.names} } = ${of}; s += a${this.names++};`,
        `last = ${of}.v;`,
        `if (heap.length < 6) heap.push({ ...${of}, v: s });`,
      ],
    };
    return this.pick([`s += ${real};`, `s = Math.sin(s + ${real});`, ...more[kind]]);
  }

  private step(): string {
    const kind = this.pick<Kind>(['number', 'row', 'object', 'object']);
    const read = this.read(kind);
    const name = this.fresh('e');
    const field = { number: '', row: '[1]', object: '.v' }[kind];
    const chain = kind === 'number' ? read : `${read}?.${field.replace('.', '')}`;
    const there = this.pick([`${name}`, `${name} !== undefined`, `${name} != null`, `!!${name}`]);
    const gone = this.pick([`!${name}`, `${name} === undefined`, `undefined == ${name}`]);
    const both = kind === 'number' ? `${name} > 0` : `${name}${field} > 0`;
    return this.pick([
      `s += (${chain} ?? ${this.pick(['x[0]', '2', 's'])}) * 0.5;`,
      `const ${name} = ${read}; if (${there}) { ${this.use(kind, name)} }`,
      `const ${name} = ${read}; if (${there} && ${both}) { ${this.use(kind, name)} } else s *= 0.9;`,
      `const ${name} = ${read}; if (${gone}) { s += 1; } else { ${this.use(kind, name)} }`,
      `const ${name} = ${read}; if (${gone}) ${this.pick(['continue', 'break'])}; ${this.use(kind, name)}`,
      `const ${name} = ${read}; s += ${there} ? ${name}${field} : x[1];`,
      `const ${name} = ${read}!; if (i < 20) { ${this.use(kind, name)} }`,
      `if (${read}) s += 0.25;`,
      `let ${name} = ${read}; while (${name} !== undefined && s < 3) { s += 1 + ${name}${field} * 0; ${name} = ${read}; }`,
    ]);
  }

  program(): string {
    const steps = Array.from({ length: 1 + this.draw(3) }, () => this.step());
    return `const kept = [1, -2, 3];
const rows = [[1, 2], [3, 4, 5]];
const items = [{ v: 1, w: 2 }, { v: -3, w: 1 }, { v: 2, w: 5 }];
const sought = (list, test) => list.find(test);
const area = (o: { v: number; w: number }) => o.v * o.w;
exports.f = f;
function f(x: number[]): number {
let s = x[0], last = 0;
const stack: number[] = [x[1]];
const grid: number[][] = [];
const heap: { v: number; w: number }[] = [{ v: x[2], w: 3 }];
const given = x.map((v, w) => ({ v, w }));
for (let i = 0; i < 5; i++) {
if (i % 2 === 0 && heap.length < 6) { heap.push({ v: s, w: i }); stack.push(s * 0.5); grid.push([s, x[i % 4]]); }
${steps.map((step) => `{ ${step} }`).join('\n')}
}
return s * x[3] + last + heap.length + stack.length;
}`;
  }
}

export const missingPrograms: fc.Arbitrary<string> = fc
  .gen()
  .map((g) => new Missing((max) => g(fc.nat, { max })).program());
