/**
 * Random programs over several modules with classes: parents of third modules, barrels, namespaces, default exports, names
 * that two modules use, data that a module keeps to itself, enums, callbacks and functions that give functions. And what is
 * another when they run than when they were translated.
 */
import fc from 'fast-check';

export interface SplitProgram {
  /** The modules that are read when each of them is translated. */
  readonly texts: Readonly<Record<string, string>>;
  /** Those that run: the same, or one is another. */
  readonly running: Readonly<Record<string, string>>;
  /** The method or static member that is replaced before the last call, if any is. */
  readonly replaced: string | null;
  readonly p: readonly number[];
}

type Pick = <T>(of: readonly T[]) => T;

/** The ways in which a module gives its class, and others import it under its name. */
const ways = [
  {
    name: 'named',
    gives: 'export class',
    takes: (c: string, m: string) => `import { ${c} } from './${m}';`,
    is: (of: string) => of,
  },
  {
    name: 'default',
    gives: 'export default class',
    takes: (c: string, m: string) => `import ${c} from './${m}';`,
    is: (of: string) => of,
  },
  {
    name: 'namespace',
    gives: 'export class',
    takes: (_: string, m: string) => `import * as ${m}s from './${m}';`,
    is: (of: string, m: string) => `${m}s.${of}`,
  },
  {
    name: 'renamed',
    gives: 'export class',
    takes: (c: string, m: string) => `import { ${c} as My${c} } from './${m}';`,
    is: (of: string) => `My${of}`,
  },
] as const;

function base(pick: Pick, gives: string): string {
  const scale = pick(['2', '3', '0.5']);
  const method = pick([
    'return this.x * x + scale * this.y;',
    'const had = this.x; this.x = had * x; return had + helper(this.y);',
    'return weights[1] * this.x * x + Base.rate * this.y;',
    'this.count++; return this.x > 0 ? helper(x) * this.x : this.y * x;',
  ]);
  return `const scale = ${scale};
${pick(['const weights = [1, 2, 3];', 'const weights = Float64Array.of(1, 0.5, 2);', 'export const weights: readonly number[] = [3, 2, 1];'])}
const helper = (x: number): number => ${pick(['x * scale', 'Math.sin(x) + weights[0]', 'x * x - scale'])};
${gives} Base {
  static rate = ${pick(['0.5', '2'])};
  count = 0;
  constructor(public x: number, public y: number = 1) {}
  at(x: number): number { ${method} }
  get size(): number { return ${pick(['this.x * this.x + 1', 'Math.sqrt(this.x * this.x + 1)', 'helper(this.x)'])}; }
  plus(o: Base): Base { return new Base(this.x + o.x, this.y * o.y); }
  static of(x: number): Base { return new Base(x, ${pick(['x', 'helper(x)', '2'])}); }
}`;
}

const derived = (pick: Pick, parent: string, imports: string): string => `${imports}
const scale = ${pick(['5', '7'])};
export class Derived extends ${parent} {
  constructor(x: number, public z: number) { super(x, z${pick(['', ' * scale'])}); }
  ${pick(['at(x: number): number { return super.at(x) + this.z * scale; }', 'get size(): number { return super.size * this.z; }', 'extra(): number { return this.z * this.x; }'])}
}`;

const lib = (pick: Pick, parent: string, imports: string): string => `${imports}
export enum Kind { Sum, Product = 3 }
const helper = (x: number): number => x ${pick(['+ 1', '* 4'])};
export const total = (all: ${parent}[], f: (one: ${parent}) => number): number => {
  let s = 0;
  for (const one of all) s += f(one) ${pick(['', '* helper(s)'])};
  return s;
};
export const scaled = (k: number) => (x: number): number => k * helper(x);
export const made = (x: number): ${parent} => new ${parent}(x, helper(x));
export function move(all: ${parent}[], by: number): void { for (const one of all) { one.x += by * one.y; one.y *= ${pick(['0.9', 'one.x'])}; } }
export const fold = (kind: Kind, a: number, b: number): number => kind === Kind.Sum ? a + b : a * b;
export const tools = { half: (x: number): number => x / 2, kept: { twice(x: number): number { return helper(2 * x); } } };`;

const uses = (B: string, L: string): readonly string[] => [
  `const b = new ${B}(p[0], p[1]); s += b.at(p[2]) + b.at(s) * b.size;`,
  `const d = new Derived(p[1], p[0]); s += d.at(s) * d.size + (d instanceof ${B} ? d.z : 0);`,
  `const all = [new ${B}(p[0]), new ${B}(p[1], 2), ${B}.of(p[2])]; ${L}move(all, 0.1); ${L}move(all, s); s = ${L}total(all, (one) => one.size * one.x);`,
  `s += ${L}scaled(p[0])(p[1]) * ${L}tools.half(s);`,
  `s = ${L}fold(${L}Kind.Product, s, ${L}made(p[2]).plus(new ${B}(p[1], s)).size);`,
  `let b = ${B}.of(p[0]); for (let k = 0; k < 4; k++) b = b.plus(new ${B}(p[k % 3], 0.5)); s += b.x * b.y;`,
  `s += ${L}tools.kept.twice(p[1]) + ${B}.rate * p[0] + scale;`,
  `s += [p[0], p[1]].map(${L}tools.half).reduce((a, b) => ${L}fold(${L}Kind.Sum, a, b), s);`,
  `const b = p[0] > 0 ? new ${B}(p[0], 3) : ${L}made(p[1]); s += b.at(1) - b.y;`,
];

export const splitPrograms: fc.Arbitrary<SplitProgram> = fc.gen().map((g) => {
  const draw = (max: number): number => g(fc.nat, { max });
  const pick: Pick = (of) => of[draw(of.length - 1)];
  const way = pick(ways);
  const own = pick(ways.filter(({ name }) => (name === 'default') === (way.name === 'default')));
  const imported = way.takes('Base', 'base');
  const isBarrel = own.name === 'named' && pick([true, false]);
  const isWhole = pick([true, false]);
  const L = isWhole ? 'lib.' : '';
  const body = Array.from({ length: 1 + draw(2) }, () => pick(uses(own.is('Base', 'base'), L)));
  const texts: Record<string, string> = {
    base: base(pick, way.gives),
    derived: derived(pick, way.is('Base', 'base'), imported),
    lib: lib(pick, way.is('Base', 'base'), imported),
    f: `${isBarrel ? "import { Base } from './all';" : own.takes('Base', 'base')}
import { Derived } from './derived';
${isWhole ? "import * as lib from './lib';" : "import { Kind, total, scaled, made, move, fold, tools } from './lib';"}
const scale = 11;
export function f(p: number[]): number { let s = p[0] + ${1 + draw(10000) / 16}; ${body.map((one) => `{ ${one} }`).join('\n')} return s; }`,
  };
  if (isBarrel)
    texts.all = pick([
      "export * from './base';",
      "export { Base } from './base';",
      "import { Base } from './base';\nexport { Base };",
    ]);
  const changed = pick(['', '', 'base', 'lib', 'derived']);
  const running =
    changed === ''
      ? texts
      : {
          ...texts,
          [changed]: texts[changed]
            .replace(/= (\d+);/, '= 13;')
            .replace('number => x', 'number => 3 * x'),
        };
  const replaced = pick([null, null, 'at', 'plus', 'of', 'rate']);
  const real = () => (draw(256) - 128) / 64;
  return { texts, running, replaced, p: [real(), real(), real()] };
});
