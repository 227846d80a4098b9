/** The core as text for people: one form a line where it has parts, in the notation of calls. */
import type { Arg, Class, Core, Entry, Fn, Hole } from './core.js';

const indented = (text: string): string => text.replaceAll('\n', '\n  ');
const grouped = (head: string, parts: readonly string[]): string => {
  const short = `${head}(${parts.join(', ')})`;
  if (short.length <= 70 && !short.includes('\n')) return short;
  return `${head}(${indented(['', ...parts].join('\n'))}\n)`;
};

const arg = (of: Arg | Hole): string =>
  of.tag === 'spread' ? `...${printed(of.of)}` : of.tag === 'hole' ? 'hole' : printed(of);
const entry = (of: Entry): string =>
  of.kind === 'spread'
    ? `...${printed(of.of)}`
    : `${of.kind === 'value' ? '' : `${of.kind} `}[${printed(of.key)}]: ${printed(of.value)}`;

export function printedFunction(f: Fn): string {
  const params = [...f.params, ...(f.rest === null ? [] : [`...${f.rest}`])].join(', ');
  const vars = f.vars.length > 0 ? ` var ${f.vars.join(', ')}` : '';
  return `${f.kind} ${f.name}(${params})${vars} ${printed(f.body)}`;
}

function printedClass({ name, parent, make, members }: Class): string {
  const parts = members.map(
    ({ kind, isStatic, key, f }) =>
      `${isStatic ? 'static ' : ''}${kind} [${printed(key)}] ${printedFunction(f)}`,
  );
  return grouped(`class ${name}${parent ? ` extends ${printed(parent)}` : ''}`, [
    ...(make ? [printedFunction(make)] : []),
    ...parts,
  ]);
}

export function printed(core: Core): string {
  switch (core.tag) {
    case 'known':
      return typeof core.value === 'string'
        ? JSON.stringify(core.value)
        : `${String(core.value)}${typeof core.value === 'bigint' ? 'n' : ''}`;
    case 'var':
      return core.name;
    case 'let':
    case 'assign':
      return `${core.tag === 'let' ? 'let ' : ''}${core.name} = ${printed(core.value)}`;
    case 'get':
      return `${printed(core.of)}[${printed(core.key)}]`;
    case 'put':
      return `${printed(core.of)}[${printed(core.key)}] = ${printed(core.value)}`;
    case 'call':
      return grouped(printed(core.f), [
        ...(core.self ? [`this: ${printed(core.self)}`] : []),
        ...core.args.map(arg),
      ]);
    case 'invoke':
      return grouped(`${printed(core.on)}.[${printed(core.key)}]`, core.args.map(arg));
    case 'new':
      return grouped(`new ${printed(core.f)}`, core.args.map(arg));
    case 'super':
      return grouped('super', core.args.map(arg));
    case 'closure':
      return printedFunction(core.f);
    case 'class':
      return printedClass(core.made);
    case 'array':
      return grouped('array', core.items.map(arg));
    case 'object':
      return grouped('object', core.entries.map(entry));
    case 'op':
      return grouped(core.op, core.args.map(printed));
    case 'if':
      return grouped('if', [core.test, core.then, core.otherwise].map(printed));
    case 'and':
    case 'or':
    case 'nullish':
      return grouped(core.tag, [printed(core.left), printed(core.right)]);
    case 'block':
      return grouped(
        `${core.label === undefined ? '' : `${core.label}: `}block${core.scope ? ` ${core.scope.join(' ')}` : ''}`,
        core.body.map(printed),
      );
    case 'loop':
      return grouped(
        `${core.label}: loop`,
        [core.test, core.body, ...(core.update ? [core.update] : [])].map(printed),
      );
    case 'each':
      return grouped(`${core.label}: each ${core.name} of`, [core.of, core.body].map(printed));
    case 'try':
      return grouped(
        `try ${core.caught}`,
        [core.body, core.handler, core.finalizer].map((of) => (of ? printed(of) : 'none')),
      );
    case 'exit':
      return [core.how, core.label, core.value && printed(core.value)]
        .filter((part) => part !== undefined)
        .join(' ');
    case 'refused':
      return `refused(${JSON.stringify(core.why)}, line ${core.line})`;
  }
}
