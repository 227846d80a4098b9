/** Modules whose functions say what they capture, for specialising; in the place of what the translator will attach. */
import type { types as t } from '../../src/plain/front/syntax.js';
import type { Core, Fn } from '../../src/plain/core/core.js';
import { programOf } from '../../src/plain/core/desugar.js';
import { libraryText } from '../../src/plain/specialise/library/library-text.js';
import type { Known, Program } from '../../src/plain/specialise/specialised.js';
import { parseSync } from '../../src/vendor/babel.js';
import { withoutTypes } from './as-core.js';

const settings = {
  configFile: false,
  babelrc: false,
  filename: 'program.cts',
  sourceType: 'script',
  parserOpts: { allowReturnOutsideFunction: true },
} as const;

const parsed = (text: string): t.Program => (parseSync(text, settings) as t.File).program;

export const library: Fn = programOf(parsed(libraryText), []);
const all = new WeakMap<object, Known>();
export const program: Program = { known: (of) => all.get(of), library };

/** The names of the module, and whether they change. */
function namesOf({ body }: t.Program, text: string): Map<string, 'constant' | 'variable'> {
  const names = new Map<string, 'constant' | 'variable'>();
  const isAssigned = (name: string): boolean =>
    new RegExp(
      `(?<![\\w$.])${name}\\s*(?:[-+*/%&|^?]|\\*\\*|<<|>>>?|&&|\\|\\|)*=(?![=>])|(?:\\+\\+|--)${name}\\b|\\b${name}(?:\\+\\+|--)`,
    ).test(text.replace(new RegExp(`(?:const|let|var)\\s+${name}\\s*=`, 'g'), ''));
  const add = (name: string, isConstant: boolean) =>
    names.set(name, isConstant ? 'constant' : 'variable');
  for (const node of body) {
    if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
      add(node.id!.name, true);
    if (node.type === 'VariableDeclaration')
      for (const { id } of node.declarations)
        if (id.type === 'Identifier') add(id.name, node.kind === 'const' || !isAssigned(id.name));
  }
  return names;
}

/** Loads a module and returns its exports; its functions and classes, and methods of objects that are constants, are known. */
export function loaded<T>(source: string): T {
  const text = withoutTypes(source.replaceAll(/^export (?=function|const|let|class)/gm, ''));
  const syntax = parsed(text);
  const names = namesOf(syntax, text);
  const exported = [...source.matchAll(/^export (?:function|const|let|class) ([\w$]+)/gm)].map(
    ([, name]) => name,
  );
  const reader = `exports.$read = (name) => { switch (name) { ${[...names.keys()].map((name) => `case '${name}': return ${name};`).join(' ')} } };`;
  const writers = `exports.$writing = { ${[...names].flatMap(([name, how]) => (how === 'variable' ? [`${name}: (to) => { ${name} = to; }`] : [])).join(', ')} };`;
  const more = exported.map((name) => `exports.${name} = ${name};`).join(' ');
  const exports: Record<string, unknown> = {};
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
  (new Function('exports', `${text}\n${more}\n${reader}\n${writers}`) as (exports: object) => void)(
    exports,
  );
  const writing = exports.$writing as Record<string, (to: unknown) => void>;
  const captures = {
    read: exports.$read as (name: string) => unknown,
    writing: (name: string) => writing[name],
    names,
  };
  for (const core of formsOf(programOf(syntax, ['exports']))) {
    if (core.tag !== 'let' && core.tag !== 'assign') continue;
    if (!names.has(core.name)) continue;
    let value: unknown;
    try {
      value = captures.read(core.name);
    } catch {
      continue;
    }
    register(value, core.value, captures);
  }
  return exports as T;
}

const formsOf = (f: Fn): readonly Core[] => {
  const flat = (core: Core): readonly Core[] =>
    core.tag === 'block' ? core.body.flatMap(flat) : [core];
  return flat(f.body);
};

function register(value: unknown, core: Core, captures: Known['captures']): void {
  const inner = core.tag === 'block' ? core.body[0] : core;
  const form = inner.tag === 'let' ? inner.value : inner;
  if (form.tag === 'closure' && typeof value === 'function')
    all.set(value, { core: { f: form.f }, captures });
  if (form.tag === 'object' && typeof value === 'object' && value !== null)
    for (const entry of form.entries)
      if (entry.kind === 'value' && entry.key.tag === 'known')
        register(
          (value as Record<string, unknown>)[String(entry.key.value)],
          entry.value,
          captures,
        );
  if (form.tag === 'array' && Array.isArray(value))
    form.items.forEach((item, k) => {
      if (item.tag !== 'spread' && item.tag !== 'hole') register(value[k], item, captures);
    });
  if (form.tag !== 'class' || typeof value !== 'function') return;
  all.set(value, { core: { made: form.made }, captures });
  for (const { kind, isStatic, key, f } of form.made.members) {
    if (kind === 'field' || kind === 'block' || key.tag !== 'known') continue;
    const on = isStatic ? value : (value as { readonly prototype: object }).prototype;
    const found = Object.getOwnPropertyDescriptor(on, String(key.value)) as
      Readonly<Record<string, unknown>> | undefined;
    const method = found?.[kind === 'method' ? 'value' : kind];
    if (typeof method === 'function') all.set(method, { core: { f }, captures });
  }
}
