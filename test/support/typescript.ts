/** The TypeScript compiler's knowledge of the library, and of texts that use it. */
import { dirname, join } from 'node:path';
import ts from 'typescript';

export interface Export {
  readonly name: string;
  readonly isType: boolean;
  /** True if its docstring has an example. */
  readonly hasExample: boolean;
  /** Its declaration in the source, without comments on it and without bodies. */
  readonly declaration: string;
}

const withoutExport = (text: string): string => text.replace(/^export (abstract )?/, '$1');

/** The text of a declaration that may stand deeper than at the left margin. */
function unindented(node: ts.Node): string {
  const { character } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
  return node.getText().replaceAll(`\n${' '.repeat(character)}`, '\n');
}

/** A function or a member of a class up to its body or initial value. */
function headOf(node: ts.Node): string {
  const { body, initializer } = node as { body?: ts.Node; initializer?: ts.Node };
  const end = (body ?? initializer)?.getStart() ?? node.end;
  const head = node.getSourceFile().text.slice(node.getStart(), end);
  return `${withoutExport(head.replace(/[\s=;]+$/, ''))};`;
}

function classText(node: ts.ClassDeclaration): string {
  const { text } = node.getSourceFile();
  const head = text.slice(node.getStart(), node.members[0]?.getFullStart() ?? node.end - 1);
  const members = node.members.map((member) => `  ${headOf(member)}\n`);
  return `${withoutExport(head)}\n${members.join('')}}`;
}

/** Files that programs have in common are read once: all have the same options. */
const sources = new Map<string, ts.SourceFile | undefined>();

/** One program over the library's entry points and other texts. */
export class Library {
  private readonly program: ts.Program;
  private readonly options: ts.CompilerOptions;
  private readonly texts: ReadonlyMap<string, string>;

  /** @param texts modules that use the library, by name */
  constructor(
    private readonly root: string,
    entries: readonly string[],
    texts: ReadonlyMap<string, string>,
  ) {
    const path = join(root, 'tsconfig.json');
    const config: unknown = ts.readConfigFile(path, (file) => ts.sys.readFile(file)).config;
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const force = ts.ModuleDetectionKind.Force;
    this.options = { ...options, types: ['node'], noUnusedLocals: false, moduleDetection: force };
    this.texts = new Map([...texts].map(([name, text]) => [this.pathOf(name), text]));
    this.program = ts.createProgram(
      [...this.texts.keys(), ...entries.map((entry) => join(root, entry))],
      this.options,
      this.host(),
    );
  }

  private pathOf = (name: string) =>
    join(this.root, 'test', 'texts', `${name.replaceAll('/', '-')}.ts`);

  /** The compiler's file system, with the texts in it. */
  private host(): ts.CompilerHost {
    const host = ts.createCompilerHost(this.options);
    const { texts } = this;
    const folders = new Set([...texts.keys()].map((path) => dirname(path)));
    return {
      ...host,
      fileExists: (path) => texts.has(path) || host.fileExists(path),
      readFile: (path) => texts.get(path) ?? host.readFile(path),
      directoryExists: (path) => folders.has(path) || ts.sys.directoryExists(path),
      getSourceFile(path, target, ...rest) {
        const text = texts.get(path);
        if (text !== undefined) return ts.createSourceFile(path, text, target);
        if (!sources.has(path)) sources.set(path, host.getSourceFile(path, target, ...rest));
        return sources.get(path);
      },
    };
  }

  private sourceOf(path: string): ts.SourceFile {
    const source = this.program.getSourceFile(path);
    if (source === undefined) throw new Error(`${path} is not part of the program.`);
    return source;
  }

  /** The errors of the compiler in one of the texts. */
  errorsOf(name: string): string[] {
    const source = this.sourceOf(this.pathOf(name));
    const syntactic = this.program.getSyntacticDiagnostics(source);
    return [...syntactic, ...this.program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  }

  /** The exports of an entry point. */
  exportsOf(entry: string): Export[] {
    const checker = this.program.getTypeChecker();
    const module = checker.getSymbolAtLocation(this.sourceOf(join(this.root, entry)));
    return checker.getExportsOfModule(module!).map((symbol) => {
      const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      const named = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
      const { flags, declarations = [] } = named;
      const public_ = declarations.filter(
        (node) => declarations.length === 1 || !ts.isFunctionDeclaration(node) || !node.body,
      );
      return {
        name: symbol.name,
        isType: (flags & ts.SymbolFlags.Value) === 0,
        hasExample: named.getJsDocTags(checker).some(({ name }) => name === 'example'),
        declaration: public_.map((node) => this.declarationOf(node)).join('\n'),
      };
    });
  }

  private declarationOf(node: ts.Node): string {
    if (ts.isFunctionDeclaration(node)) return headOf(node);
    if (ts.isClassDeclaration(node)) return classText(node);
    if (!ts.isVariableDeclaration(node)) return withoutExport(unindented(node));
    const { initializer } = node;
    const given = initializer !== undefined && ts.isAsExpression(initializer) && initializer.type;
    const checker = this.program.getTypeChecker();
    const { NoTruncation } = ts.TypeFormatFlags;
    const inferred = checker.typeToString(checker.getTypeAtLocation(node), node, NoTruncation);
    const annotation = node.type ?? (given || undefined);
    return `const ${node.name.getText()}: ${annotation?.getText() ?? inferred};`;
  }
}
