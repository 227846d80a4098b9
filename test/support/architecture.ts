/**
 * The promises of the layout of the sources, as checks. Each is a pure function from source texts by
 * path (relative to src) to complaints; no complaints, no problem.
 */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import ts from 'typescript';

export type Sources = ReadonlyMap<string, string>;

/** From low to high. Entry points, which lie directly in src, are above all. */
const floors = [
  'vendor',
  'errors',
  'core',
  'special',
  'functions',
  'delta',
  'monad',
  'tape',
  'derivatives',
  'solve',
  'learn',
  'functional',
  'plain',
  'numpy',
  'nn',
  'cli',
];
/** The floors that run anywhere, not only in Node. */
const portable = floors;
/** The folders that are for Node: bundlers, Babel and hooks run there. */
const forNode = ['plain/loaders', 'learn/node', 'learn/machines', 'cli'];
const isIn = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => path.startsWith(`${folder}/`));
const nodeGlobals = ['process', 'Buffer', 'require', '__dirname', '__filename'];
const maxLines = 300;
/** Names of files that every folder may have. */
const inEveryFolder = ['index', 'errors', 'options'];
/** Folders that are parallel: files of one name are about the same thing, each as its folder sees it. */
const parallel = [
  // A construct of JavaScript: what is known of it, and what it becomes.
  [
    'plain/core',
    'plain/front',
    'plain/monadic',
    'plain/general',
    'plain/general/recording',
    'plain/lower',
    'plain/specialise',
    'plain/emit/source',
    'plain/runtime',
  ],
  // A derivative: of any function, sparse, as code, as a file.
  ['derivatives', 'derivatives/sparse', 'plain/differentiate', 'plain/source'],
  // A verb of the command, and the function that it calls.
  ['cli/commands', 'derivatives', 'derivatives/check', 'learn/training', 'plain'],
  // What reals have, arrays have, and any value has.
  ['core', 'core/primitives', 'numpy', 'numpy/rows', 'plain/runtime'],
  // The machine, and code that does without it.
  ['tape', 'plain/differentiate'],
  // A package, and the loader that is named after it.
  ['vendor', 'plain/loaders'],
];

/** Folders that are divided into rooms. A name stands in one room only, and the rooms are parallel to what the folder is. */
export const divided = [
  'plain/specialise',
  'plain/lower',
  'plain/differentiate',
  'plain/runtime/compiled',
];

const floorOf = (path: string): string => (path.includes('/') ? path.split('/')[0] : 'index');

function rankOf(path: string): number {
  const floor = floorOf(path);
  return floor === 'index' ? floors.length : floors.indexOf(floor);
}

function descendants(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (child: ts.Node) => {
    found.push(child);
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return found;
}

const parsed = new Map<string, ts.Node[]>();

/** The nodes of a file, which is read once for all checks. */
function parse(path: string, text: string): ts.Node[] {
  const key = `${path}\n${text}`;
  const found =
    parsed.get(key) ?? descendants(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  parsed.set(key, found);
  return found;
}

/** The imports of a file, by any form that names a module: types are knowledge, too. */
function importsOf(path: string, text: string): string[] {
  return parse(path, text).flatMap((node): string[] => {
    const found = (specifier: ts.Node | undefined): string[] =>
      specifier !== undefined && ts.isStringLiteralLike(specifier) ? [specifier.text] : [];
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
      return found(node.moduleSpecifier);
    if (ts.isExternalModuleReference(node)) return found(node.expression);
    if (ts.isImportTypeNode(node))
      return ts.isLiteralTypeNode(node.argument) ? found(node.argument.literal) : [];
    const isImportCall =
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    return isImportCall ? found(node.arguments[0]) : [];
  });
}

/** The file in src that an import means, or undefined if it means a package. */
function target(importer: string, specifier: string): string | undefined {
  if (/^delta-tape(\/|$)/.test(specifier)) {
    return posix.join(specifier.slice('delta-tape'.length + 1), 'index.ts');
  }
  if (!specifier.startsWith('.')) return undefined;
  return posix.join(posix.dirname(importer), specifier).replace(/\.js$/, '.ts');
}

/** Imports of a higher floor, and files on no floor. */
export function upwardImports(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (rankOf(path) < 0) return [`${path} is on no floor`];
    return importsOf(path, text)
      .map((specifier) => target(path, specifier))
      .filter((other) => other !== undefined && rankOf(other) > rankOf(path))
      .map((other) => `${path} imports ${other}, which is above it`);
  });
}

/** Cycles of imports, of types as of values: files in a cycle can only be understood together. */
export function importCycles(sources: Sources): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      return;
    }
    if (done.has(path)) return;
    for (const specifier of importsOf(path, sources.get(path) ?? '')) {
      const other = target(path, specifier);
      if (other !== undefined) visit(other, [...trail, path]);
    }
    done.add(path);
  };
  for (const path of sources.keys()) visit(path, []);
  return cycles;
}

/** Rooms of a folder that import from each other, at once or by way of others. The folder's own files are above its rooms. */
export function roomCircles(sources: Sources): string[] {
  const roomOf = (path: string): string | undefined => {
    const whole = divided.find((one) => path.startsWith(`${one}/`));
    return whole === undefined ? undefined : posix.dirname(path);
  };
  const below = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    const room = roomOf(path);
    if (room === undefined) continue;
    const others = below.get(room) ?? new Set();
    below.set(room, others);
    for (const specifier of importsOf(path, text)) {
      const other = roomOf(target(path, specifier) ?? '');
      if (other !== undefined && other !== room) others.add(other);
    }
  }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(below.get(from) ?? [])].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  return [...below.keys()].filter((room) => reaches(room, room)).sort();
}

/** True if an identifier is the name of a property or declaration, rather than a use of a variable. */
const isOnlyAName = (node: ts.Identifier): boolean =>
  (node.parent as { readonly name?: ts.Node }).name === node &&
  !ts.isShorthandPropertyAssignment(node.parent);

/** Lists code that would not run outside Node, on the floors that must run anywhere. */
export function nodeOnlyCode(sources: Sources): string[] {
  return [...sources]
    .filter(([path]) => isIn(path, portable) && !isIn(path, forNode))
    .flatMap(([path, text]) => {
      const modules = importsOf(path, text);
      const names = parse(path, text)
        .filter((node) => ts.isIdentifier(node))
        .filter((node) => !isOnlyAName(node))
        .map(({ text: name }) => name);
      return [
        ...modules.filter(isBuiltin).map((name) => `${path} imports ${name}`),
        ...names.filter((name) => nodeGlobals.includes(name)).map((name) => `${path} uses ${name}`),
      ];
    });
}

/**
 * The files that are imported for what they do, and not for what they export: a bundler leaves them out, unless the
 * manifest names them among those with side effects. Patterns may have one star.
 */
export function unnamedEffects(sources: Sources, patterns: readonly string[]): string[] {
  const isNamed = (file: string) =>
    patterns.some((pattern) => {
      const [start, end = ''] = pattern.split('*');
      return (
        pattern === file || (pattern.includes('*') && file.startsWith(start) && file.endsWith(end))
      );
    });
  return [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/^import '(\.[^']+)';$/gm)]
      .map(([, name]) => posix.join(posix.dirname(path), name))
      .filter((file) => !isNamed(`./dist/${file}`))
      .map((file) => `${path} imports ${file} for its effects`),
  );
}

/**
 * Finds the cells of files: exports that another file writes into, with those who write them. By such a
 * cell a file knows what imports it, which no list of imports shows. Lists that are added to by `push`
 * or `unshift` count, too.
 */
export function filledCells(sources: Sources): string[] {
  const writers = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    const files = new Map<string, string>();
    for (const node of parse(path, text)) {
      const parts = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : undefined;
      if (parts === undefined || !ts.isNamedImports(parts)) continue;
      const from = target(
        path,
        ((parts.parent.parent as ts.ImportDeclaration).moduleSpecifier as ts.StringLiteral).text,
      );
      if (from !== undefined) for (const { name } of parts.elements) files.set(name.text, from);
    }
    for (const node of parse(path, text)) {
      const name = writtenBy(node);
      const file = name && files.get(name);
      if (!file) continue;
      const cell = `${name} of ${file}`;
      writers.set(cell, (writers.get(cell) ?? new Set()).add(path));
    }
  }
  return [...writers].map(([cell, by]) => `${cell}: ${[...by].sort().join(', ')}`).sort();
}

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

/** The variable of which a statement writes a property, or adds to it. */
function writtenBy(node: ts.Node): string | undefined {
  const base = (x: ts.Node): string | undefined =>
    (ts.isPropertyAccessExpression(x) || ts.isElementAccessExpression(x)) &&
    ts.isIdentifier(x.expression)
      ? x.expression.text
      : undefined;
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return base(node.left);
  if (!ts.isCallExpression(node)) return undefined;
  const [first] = node.arguments as readonly (ts.Node | undefined)[];
  const callee = node.expression.getText();
  if (callee === 'Object.assign') return first && ts.isIdentifier(first) ? first.text : undefined;
  return /\.(push|unshift)$/.test(callee) ? base(node.expression) : undefined;
}

/** The names that a file exports itself, and those that it takes from other files, each with its file. */
function namesOf(path: string, text: string) {
  const own: string[] = [];
  const taken: { readonly from: string; readonly name: string }[] = [];
  const take = (specifier: ts.Node | undefined, names: readonly string[]): void => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    const from = target(path, specifier.text);
    if (from !== undefined) taken.push(...names.map((name) => ({ from, name })));
  };
  for (const node of parse(path, text)) {
    const isExported =
      ts.canHaveModifiers(node) &&
      ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (isExported === true) {
      if (ts.isVariableStatement(node)) {
        const names = node.declarationList.declarations.flatMap(({ name }) =>
          ts.isObjectBindingPattern(name) ? name.elements.map((part) => part.name) : [name],
        );
        own.push(...names.map((name) => name.getText()));
      } else own.push((node as ts.FunctionDeclaration).name?.text ?? 'default');
    }
    if (ts.isExportDeclaration(node)) {
      const parts = node.exportClause;
      const elements = parts !== undefined && ts.isNamedExports(parts) ? parts.elements : [];
      own.push(...elements.map(({ name }) => name.text));
      const names = elements.map(({ name, propertyName }) => (propertyName ?? name).text);
      take(node.moduleSpecifier, elements.length > 0 ? names : [ANY]);
    } else if (ts.isImportDeclaration(node)) {
      const clause = node.importClause;
      const parts = clause?.namedBindings;
      if (clause?.name !== undefined) take(node.moduleSpecifier, ['default']);
      if (parts !== undefined && ts.isNamedImports(parts)) {
        const names = parts.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
        take(node.moduleSpecifier, names);
      } else if (parts !== undefined) take(node.moduleSpecifier, [ANY]);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      take(node.argument.literal, [ANY]);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      take(node.arguments[0], [ANY]);
    }
  }
  return { own, taken };
}
const ANY = '*';

/**
 * Exports that no file takes. `others` are texts that may take what they like, such as tests; what they name counts
 * as taken. So do the exports of `entries`, which are for users.
 */
export function unusedExports(
  sources: Sources,
  entries: readonly string[],
  others: readonly string[] = [],
): string[] {
  const files = [...sources].map(([path, text]) => ({ path, ...namesOf(path, text) }));
  const taken = new Set(files.flatMap((file) => file.taken.map(({ from, name }) => from + name)));
  const isTaken = (path: string, name: string) => taken.has(path + name) || taken.has(path + ANY);
  const named = new Set(others.flatMap((text) => text.match(/[\w$]+/g) ?? []));
  return files
    .filter(({ path }) => !entries.includes(path))
    .flatMap(({ path, own }) =>
      own
        .filter((name) => !isTaken(path, name) && !named.has(name))
        .map((name) => `${path} exports ${name}, which no file takes`),
    );
}

/** Descendants of a class that are more than two below it. */
export function deepClasses(sources: Sources, root: string): string[] {
  const parents = new Map<string, string>();
  for (const [path, text] of sources) {
    for (const node of parse(path, text)) {
      if (!ts.isClassDeclaration(node) || node.name === undefined) continue;
      const clause = node.heritageClauses?.find(
        ({ token }) => token === ts.SyntaxKind.ExtendsKeyword,
      );
      if (clause !== undefined) parents.set(node.name.text, clause.types[0].expression.getText());
    }
  }
  const ancestors = (name: string): string[] => {
    const parent = parents.get(name);
    return parent === undefined ? [] : [parent, ...ancestors(parent)];
  };
  return [...parents.keys()]
    .filter((name) => ancestors(name).indexOf(root) > 1)
    .map((name) => [name, ...ancestors(name)].join(' extends '));
}

/** Files too long for one idea. */
export function longFiles(sources: Sources): string[] {
  return [...sources]
    .map(([path, text]) => ({ path, lines: text.replace(/\n$/, '').split('\n').length }))
    .filter(({ lines }) => lines > maxLines)
    .map(({ path, lines }) => `${path} has ${lines} lines`);
}

/** Names that several files have whose folders are not parallel. */
export function repeatedNames(sources: Sources): string[] {
  const foldersByName = new Map<string, string[]>();
  for (const path of sources.keys()) {
    const name = posix.basename(path, '.ts');
    foldersByName.set(name, [...(foldersByName.get(name) ?? []), posix.dirname(path)]);
  }
  const undivided = (folder: string) =>
    divided.find((whole) => folder.startsWith(`${whole}/`)) ?? folder;
  const areParallel = (folders: readonly string[]) => {
    const wholes = new Set(folders.map(undivided));
    return (
      wholes.size === folders.length &&
      parallel.some((group) => [...wholes].every((folder) => group.includes(folder)))
    );
  };
  return [...foldersByName]
    .filter(([name, folders]) => folders.length > 1 && !inEveryFolder.includes(name))
    .filter(([, folders]) => !areParallel(folders))
    .map(([name, folders]) => `${name}.ts stands in ${folders.join(', ')}`);
}
