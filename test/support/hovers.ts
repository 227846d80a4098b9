/** What an editor shows over the names that a file declares. */
import { dirname } from 'node:path';
import ts from 'typescript';

export interface Hover {
  readonly name: string;
  readonly text: string;
  /** The names of types in the text. */
  readonly types: readonly string[];
}

/** The compiler as an editor has it, for one file of the project. */
function serviceFor(file: string, root: string): ts.LanguageService {
  const config: unknown = ts.readConfigFile(`${root}/tsconfig.json`, (path) =>
    ts.sys.readFile(path),
  ).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const snapshotOf = (path: string) => {
    const text = ts.sys.readFile(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  };
  return ts.createLanguageService({
    getCompilationSettings: () => ({ ...options, types: [] }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: snapshotOf,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (used) => ts.getDefaultLibFilePath(used),
    fileExists: (path) => ts.sys.fileExists(path),
    readFile: (path) => ts.sys.readFile(path),
    directoryExists: (path) => ts.sys.directoryExists(path),
    realpath: (path) => ts.sys.realpath?.(path) ?? path,
  });
}

/** The names of types in a type's text, other than those of its own parameters. */
function typeNamesIn(text: string): string[] {
  const names = new Set<string>();
  const parameters = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeParameterDeclaration(node)) parameters.add(node.name.text);
    if (ts.isTypeReferenceNode(node)) names.add(node.typeName.getText());
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile('hover.d.ts', `declare ${text}`, ts.ScriptTarget.Latest, true));
  return [...names].filter((name) => !parameters.has(name));
}

/** The hovers over the values that a file exports. */
export function hoversOf(file: string, root = dirname(file)): Hover[] {
  const service = serviceFor(file, root);
  const program = service.getProgram()!;
  const module = program.getTypeChecker().getSymbolAtLocation(program.getSourceFile(file)!)!;
  const exported = program.getTypeChecker().getExportsOfModule(module);
  return exported.flatMap(({ name, valueDeclaration }) => {
    if (valueDeclaration === undefined) return [];
    const position = ts.getNameOfDeclaration(valueDeclaration)!.getStart();
    const { displayParts } = service.getQuickInfoAtPosition(file, position, 10_000)!;
    const text = ts.displayPartsToString(displayParts);
    return { name, text, types: typeNamesIn(text) };
  });
}
