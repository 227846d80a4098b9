/**
 * Modules of TypeScript whose namespaces and enums come in parts that see each other's exports, by names alone or by paths;
 * with variables that are exported and written, aliases, and classes that assign their parameters.
 */
import fc from 'fast-check';

/** Draws a whole number below a bound. */
type Draw = (below: number) => number;

/** An expression of numbers that are in sight. */
function expression(draw: Draw, names: readonly string[]): string {
  const one = () =>
    names.length > 0 && draw(3) > 0 ? names[draw(names.length)] : `${1 + draw(4)}`;
  const forms = [
    () => one(),
    () => `${one()} + ${one()}`,
    () => `(${one()} * ${one()}) % 7`,
    () => `-${one()}`,
    () => `Math.max(${one()}, ${one()})`,
    () => `(${one()} as number)`,
  ];
  return forms[draw(forms.length)]();
}

/** A part of an enum, the first or a later one. */
function enumPart(draw: Draw, name: string, known: string[], outer: readonly string[]): string {
  const members: string[] = [];
  for (let k = 0; k < 1 + draw(3); k++) {
    const member = `${name.toLowerCase()}${known.length}`;
    const before = [...outer, ...known, ...known.map((other) => `${name}.${other}`)];
    // Only a number that is written down may be followed by a member without one.
    const isPlain = k > 0 && /^[a-z]\w*( = \d+)?$/.test(members[k - 1]) && draw(2) === 0;
    const value = draw(3) === 0 ? `${draw(9)}` : expression(draw, before);
    members.push(isPlain ? member : `${member} = ${value}`);
    known.push(member);
  }
  return `enum ${name} { ${members.join(', ')} }`;
}

class Namespaces {
  /** The members of each namespace that are numbers, by its path. */
  readonly exports = new Map<string, string[]>();
  private count = 0;

  constructor(private readonly draw: Draw) {}

  /** A part of a namespace, written by its last name or by its whole path. */
  part(path: string, outer: readonly string[], depth: number, written = path): string {
    const { draw } = this;
    const exported = this.exports.get(path) ?? [];
    this.exports.set(path, exported);
    const own: string[] = [];
    const variables: string[] = [];
    const seen = () => [...outer, ...exported, ...own];
    const lines: string[] = [];
    for (let k = 0; k < 1 + draw(4); k++) {
      const name = `v${this.count++}`;
      const value = expression(draw, seen());
      const kinds: (() => void)[] = [
        () => (lines.push(`export const ${name} = ${value};`), exported.push(name)),
        () => (
          lines.push(`export let ${name} = ${value};`),
          exported.push(name),
          variables.push(name)
        ),
        () => (lines.push(`const ${name} = ${value};`), own.push(name)),
        () => (
          lines.push(
            `export const { ${name}, rest: [${name}b] } = { ${name}: ${value}, rest: [2] };`,
          ),
          exported.push(name, `${name}b`)
        ),
        () => (
          lines.push(
            `function ${name}f() { return ${value}; }`,
            `export var ${name} = ${name}f();`,
          ),
          exported.push(name)
        ),
        () => (
          lines.push(
            `export class ${name}C { constructor(readonly x: number, private y = ${value}) {} sum() { return this.x + this.y; } }`,
            `export const ${name} = new ${name}C(2).sum();`,
          ),
          exported.push(name)
        ),
        () => variables.forEach((variable) => lines.push(`${variable} += ${value};`)),
      ];
      kinds[draw(kinds.length)]();
    }
    const inner =
      depth > 0 && draw(2) === 0
        ? [`export ${this.part(`${path}.M`, seen(), depth - 1, 'M')}`]
        : [];
    return `namespace ${written} { ${[...lines, ...inner].join(' ')} }`;
  }
}

/** A module that exports `values`, a list, and `f`, a function of a number. */
function moduleBy(draw: Draw): string {
  const namespaces = new Namespaces(draw);
  const enums = { E: [] as string[], F: [] as string[] };
  const lines: string[] = ['const k0 = 3;'];
  const seen = () => [
    'k0',
    ...Object.entries(enums).flatMap(([name, members]) =>
      members.map((member) => `${name}.${member}`),
    ),
    ...[...namespaces.exports].flatMap(([path, names]) => names.map((name) => `${path}.${name}`)),
  ];
  for (let k = 0; k < 2 + draw(5); k++) {
    const isEnum = draw(3) === 0;
    const name = ['E', 'F'][draw(2)] as 'E' | 'F';
    lines.push(
      isEnum
        ? enumPart(
            draw,
            name,
            enums[name],
            seen().filter((one) => !one.startsWith(`${name}.`)),
          )
        : namespaces.part(['N', 'P', 'N.M', 'E'][draw(4)], seen(), 2),
    );
  }
  const all = seen();
  return [
    ...lines,
    `export const values = [${all.join(', ')}];`,
    `export const f = (x: number): number => x * x * (${all.slice(-3).join(' + ')});`,
  ].join('\n');
}

export const namespacePrograms: fc.Arbitrary<string> = fc
  .gen()
  .map((gen) => moduleBy((below) => gen(fc.nat, { max: below - 1 })));
