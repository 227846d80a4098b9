/**
 * Puts a module together with those that it imports: one program, in the order in which they run, in which each name
 * means one thing. Functions are lowered in it as those of one module are. The program is never run: the modules are
 * translated one by one, and where they hand out at run time what the program says (edges.ts), code made of it is right.
 */
import { collect, type Facts } from '../front/facts.js';
import type { Binding, Node, NodePath, types } from '../front/syntax.js';
import { copyOf } from './syntax-copies.js';
import { givenInBundles, valuesIn } from './given-by-modules.js';
import { importsOf, targetOf } from './exported-names.js';
import { namesOf, renaming, topNames, type Edge } from './names-of-modules.js';
import { readAround, type Babel, type ReadModule, type ReadOne } from './read-modules.js';

/** A declaration at the top of one of the modules. */
export interface Top {
  readonly module: ReadOne;
  readonly name: string;
}

export interface Joined {
  readonly facts: Facts;
  readonly main: ReadOne;
  /** The characters of the other modules. */
  readonly length: number;
  /** The copies of nodes of the module that is translated. */
  readonly copies: ReadonlyMap<Node, Node>;
  /** The node of that module that one of the program stands for. */
  readonly originals: ReadonlyMap<Node, Node>;
  /** The declaration of a variable at the top of the program; undefined also for what is imported from elsewhere. */
  readonly topOf: (binding: Binding) => Top | undefined;
  /** The same of an enum, which has no binding, by the name that it has in the program. */
  readonly topNamed: (name: string) => Top | undefined;
  /** True if the module hands out its declaration in a bundle, too. */
  readonly isGivenInBundles: (top: Top) => boolean;
  /** True if a name is more than a type when its module runs. */
  readonly isValue: (top: Top) => boolean;
  /** The names that come from another module, by where they stand. */
  readonly edges: ReadonlyMap<Node, Edge>;
  /** True if there is anything that a module alone does not tell: classes, enums, variables that change. */
  readonly isNeeded: boolean;
}

/** @returns null where there is nothing to put together */
export function joined(
  file: types.File,
  filename: string,
  text: string,
  read: ReadModule,
  babel: Babel,
): Joined | null {
  const found = readAround(file, filename, text, read, babel);
  if (found === null) return null;
  const { all, copies } = found;
  const main = all[all.length - 1];
  const programs = new Map(all.map((one) => [one, programIn(one.file, babel)] as const));
  const identifiers = new Map(all.map((one) => [one, identifiersIn(one.file)] as const));
  const values = new Map(all.map((one) => [one, valuesIn(programs.get(one)!)] as const));
  const inBundles = new Map(all.map((one) => [one, givenInBundles(programs.get(one)!)] as const));
  const nameFor = namesOf(all, identifiers);
  const edges = new Map<types.Identifier, Edge>();
  const tops = new Map<string, Top>();
  for (const module of all)
    for (const name of topNames(module)) tops.set(nameFor(module, name), { module, name });
  const bodies = all.map((module) => statementsOf(module));
  all
    .map((module) => renaming(programs.get(module)!, module, nameFor, edges))
    .forEach((rename) => rename());
  // Babel remembers what it found of the nodes of each module, so these are copied once more.
  const again = new Map<Node, Node>();
  const whole = { ...main.file, program: { ...main.file.program, body: bodies.flat() } };
  const path = programIn(copyOf(whole, 0, null, again), babel);
  const facts = collect(path);
  const last = new Map<Node, Node>();
  for (const [of, copy] of copies) {
    const found = again.get(copy);
    if (found !== undefined) last.set(of, found);
  }
  return {
    facts,
    main,
    length: bodies
      .slice(0, -1)
      .flat()
      .reduce((sum, { start, end }) => sum + end! - start!, 0),
    copies: last,
    originals: new Map([...last].map(([of, copy]) => [copy, of] as const)),
    topOf: ({ identifier, scope }) =>
      scope === path.scope ? tops.get(identifier.name) : undefined,
    topNamed: (name) => tops.get(name),
    isGivenInBundles: ({ module, name }) => inBundles.get(module)!.has(name),
    isValue: ({ module, name }) => values.get(module)!.has(name),
    edges: new Map(
      [...edges].flatMap(([node, edge]) => {
        const copy = again.get(node);
        return copy === undefined ? [] : [[copy, edge] as const];
      }),
    ),
    isNeeded: needsOthers(bodies.slice(0, -1).flat(), path),
  };
}

function programIn(file: types.File, babel: Babel): NodePath<types.Program> {
  let found: NodePath<types.Program> | undefined;
  babel.traverse(file, {
    Program(path) {
      found = path;
      path.stop();
    },
  });
  return found!;
}

/** All names in a module. */
function identifiersIn(file: types.File): ReadonlySet<string> {
  const names = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    else if (typeof value === 'object' && value !== null && 'type' in value) {
      const { type, name } = value as { readonly type: string; readonly name?: unknown };
      if (type.endsWith('Identifier') && typeof name === 'string') names.add(name);
      Object.values(value).forEach(look);
    }
  };
  look(file.program);
  return names;
}

/** The statements of a module without what brings names from the others. */
function statementsOf(module: ReadOne): types.Statement[] {
  const imports = importsOf(module);
  return module.file.program.body.flatMap((stmt): types.Statement[] => {
    if (stmt.type === 'ExportAllDeclaration') return [];
    if (stmt.type === 'ExportDefaultDeclaration') return asDeclared(stmt);
    if (stmt.type === 'ExportNamedDeclaration') return stmt.source == null ? [stmt] : [];
    if (stmt.type !== 'ImportDeclaration') return [stmt];
    const source = stmt.source.value;
    const isOpen = (one: (typeof stmt.specifiers)[number]): boolean => {
      const name =
        one.type === 'ImportSpecifier'
          ? one.imported.type === 'Identifier'
            ? one.imported.name
            : one.imported.value
          : one.type === 'ImportDefaultSpecifier'
            ? 'default'
            : '*';
      return targetOf(module, { source, name })?.tag !== 'local';
    };
    const specifiers = stmt.specifiers.filter(isOpen);
    if (specifiers.length === 0 && imports.size > 0 && stmt.specifiers.length > 0) return [];
    return [{ ...stmt, specifiers }];
  });
}

/** The default export of a module as a declaration under its name. */
function asDeclared(stmt: types.ExportDefaultDeclaration): types.Statement[] {
  const { declaration } = stmt;
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') {
    if (declaration.id == null) return [stmt];
    const { start, end, loc } = stmt;
    return [
      {
        ...{ type: 'ExportNamedDeclaration', start, end, loc },
        ...{ declaration, specifiers: [], source: null },
      } as unknown as types.Statement,
    ];
  }
  return [stmt];
}

/** True if other modules hold what calls of their functions do not tell. */
const needsOthers = (body: readonly types.Statement[], { scope }: NodePath<types.Program>) =>
  body.some((stmt) => {
    const node = stmt.type === 'ExportNamedDeclaration' ? stmt.declaration : stmt;
    switch (node?.type) {
      case 'ClassDeclaration':
      case 'TSEnumDeclaration':
      case 'TSModuleDeclaration':
        return true;
      case 'VariableDeclaration':
        return node.declarations.some(
          ({ id }) => id.type === 'Identifier' && scope.getBinding(id.name)?.constant === false,
        );
      default:
        return false;
    }
  });
