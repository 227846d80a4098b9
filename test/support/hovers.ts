/** The texts that an editor shows over the names that a file declares. */
import { dirname } from 'node:path';
import ts from 'typescript';

export interface Hover {
  readonly name: string;
  readonly text: string;
  /** The names of types in the text. */
  readonly types: readonly string[];
}

/** As editors read what a bundler puts together. */
export const bundled: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/** The compiler as an editor has it, for one file of the project. */
function serviceFor(
  file: string,
  root: string,
  others: ts.CompilerOptions = {},
): ts.LanguageService {
  const config: unknown = ts.readConfigFile(`${root}/tsconfig.json`, (path) =>
    ts.sys.readFile(path),
  ).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const snapshotOf = (path: string) => {
    const text = ts.sys.readFile(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  };
  return ts.createLanguageService({
    getCompilationSettings: () => ({ ...options, types: [], ...others }),
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

/** The hovers over the values that a file exports, which must be without errors. */
export function hoversOf(file: string, root = dirname(file), others?: ts.CompilerOptions): Hover[] {
  const service = serviceFor(file, root, others);
  const program = service.getProgram()!;
  const module = program.getTypeChecker().getSymbolAtLocation(program.getSourceFile(file)!)!;
  const exported = program.getTypeChecker().getExportsOfModule(module);
  const hovers = exported.flatMap(({ name, valueDeclaration }) => {
    if (valueDeclaration === undefined) return [];
    const position = ts.getNameOfDeclaration(valueDeclaration)!.getStart();
    const { displayParts } = service.getQuickInfoAtPosition(file, position, 10_000)!;
    const text = ts.displayPartsToString(displayParts);
    return { name, text, types: typeNamesIn(text) };
  });
  // After the hovers, in which the order of what the compiler looks at is seen.
  const [error] = service.getSemanticDiagnostics(file);
  if (error !== undefined)
    throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  return hovers;
}
