/**
 * Removes the types of a file by the TypeScript or the esbuild of the project that it belongs to, with the settings of
 * its tsconfig.json. Syntax that is newer than ES2022 becomes older on the way.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import type * as Esbuild from 'esbuild';
import type TypeScript from 'typescript';
import type { SourceMap } from '../translate.js';
import { untranslated } from './treatment.js';
import { assignsFields, settingsFor, type Settings } from './tsconfig.js';

interface WithoutTypes {
  readonly code: string;
  readonly map: SourceMap;
}

interface Compiler {
  readonly version: string;
  /** Undefined if the compiler cannot read the file either. */
  readonly removeTypes: (
    file: string,
    code: string,
    settings: readonly Settings[],
  ) => WithoutTypes | undefined;
}

const load = createRequire(import.meta.url);

/** The main file of a package as a file finds it, or as a package does that the file finds; and its version. */
function packageFor(
  file: string,
  name: string,
  by: readonly string[] = [],
): [string, string] | undefined {
  try {
    const require = by.reduce(
      (from, next) => createRequire(from.resolve(next)),
      createRequire(file),
    );
    const { version } = require(`${name}/package.json`) as { version: string };
    return [require.resolve(name), `${name} ${version}`];
  } catch {
    return undefined;
  }
}

function typescriptFor(file: string): Compiler | undefined {
  const [path, version] = packageFor(file, 'typescript') ?? [];
  if (path === undefined || version === undefined) return undefined;
  const ts = untranslated(() => load(path) as Partial<typeof TypeScript>);
  // TypeScript 7 is a command only.
  const removeTypes =
    ts.transpileModule === undefined
      ? byCommand(createRequire(path).resolve('typescript/package.json'))
      : byTypeScript(ts as typeof TypeScript);
  return { version, removeTypes };
}

/** The esbuild of a project; where packages only see what they ask for, that of tsx. */
function esbuildFor(file: string): Compiler | undefined {
  const [path, version] = packageFor(file, 'esbuild') ?? packageFor(file, 'esbuild', ['tsx']) ?? [];
  if (path === undefined || version === undefined) return undefined;
  return { version, removeTypes: byEsbuild(untranslated(() => load(path) as typeof Esbuild)) };
}

const known = new Map<string, Compiler | undefined>();

/** The compiler of the project of a file. */
function compilerFor(file: string): Compiler | undefined {
  const folder = dirname(file);
  if (!known.has(folder)) known.set(folder, typescriptFor(file) ?? esbuildFor(file));
  return known.get(folder);
}

/** The state on which the result of `withoutTypes` depends besides the text. */
export const stateOfCompiler = (file: string): string =>
  JSON.stringify([
    compilerFor(file)?.version,
    ...settingsFor(dirname(file)).map(({ text }) => text),
  ]);

/** The file without types; undefined if there is no compiler, or it cannot read the file. */
export const withoutTypes = (file: string, code: string): WithoutTypes | undefined =>
  compilerFor(file)?.removeTypes(file, code, settingsFor(dirname(file)));

const mapAtEnd = /\n\/\/# sourceMappingURL=\S+\s*$/;

const made = (file: string, code: string, map: string): WithoutTypes => ({
  code: code.replace(mapAtEnd, '\n'),
  map: { ...(JSON.parse(map) as SourceMap), sources: [basename(file)] },
});

/** Errors of syntax; others are of types and settings, for which nobody asks here. */
const isOfSyntax = (code: number): boolean => code >= 1000 && code < 2000;

const byTypeScript =
  (ts: typeof TypeScript): Compiler['removeTypes'] =>
  (file, code, settings) => {
    const path = settings[0]?.path;
    const given =
      path === undefined
        ? {}
        : (ts.readConfigFile(path, (name) => ts.sys.readFile(name)).config as object);
    const parsed = ts.parseJsonConfigFileContent(
      { ...given, files: [file] },
      ts.sys,
      dirname(path ?? file),
    );
    const { outputText, sourceMapText, diagnostics } = ts.transpileModule(code, {
      fileName: file,
      reportDiagnostics: true,
      compilerOptions: {
        ...parsed.options,
        target: ts.ScriptTarget.ES2022,
        useDefineForClassFields: !assignsFields(file),
        module: ts.ModuleKind.Preserve,
        jsx: ts.JsxEmit.Preserve,
        sourceMap: true,
        inlineSourceMap: false,
        inlineSources: true,
        importHelpers: false,
      },
    });
    if (diagnostics!.some((one) => isOfSyntax(one.code))) return undefined;
    return made(file, outputText, sourceMapText!);
  };

/** @param manifest the package.json of TypeScript */
const byCommand =
  (manifest: string): Compiler['removeTypes'] =>
  (file, code, settings) => {
    const folder = mkdtempSync(join(tmpdir(), 'delta-tape-types-'));
    const [source, project] = [
      join(folder, `source${extname(file)}`),
      join(folder, 'tsconfig.json'),
    ];
    const options = {
      ...{
        target: 'es2022',
        useDefineForClassFields: !assignsFields(file),
        module: 'preserve',
        jsx: 'preserve',
      },
      ...{
        sourceMap: true,
        inlineSources: true,
        importHelpers: false,
        noEmit: false,
        outDir: folder,
        rootDir: folder,
      },
      ...{
        noCheck: true,
        noResolve: true,
        types: [],
        declaration: false,
        composite: false,
        incremental: false,
      },
    };
    const base = settings[0] === undefined ? {} : { extends: settings[0].path };
    try {
      writeFileSync(source, code);
      writeFileSync(
        project,
        JSON.stringify({ ...base, compilerOptions: options, files: [source], include: [] }),
      );
      const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: { tsc: string } };
      const args = [join(dirname(manifest), bin.tsc), '--project', project];
      const { stdout } = spawnSync(process.execPath, args, {
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      const isWrong = Array.from(stdout.matchAll(/\bTS(\d+):/g)).some(([, number]) =>
        isOfSyntax(Number(number)),
      );
      const output = source.replace(/ts(x?)$/, 'js$1');
      if (isWrong || !existsSync(output)) return undefined;
      return made(file, readFileSync(output, 'utf8'), readFileSync(`${output}.map`, 'utf8'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

const byEsbuild =
  ({ buildSync }: typeof Esbuild): Compiler['removeTypes'] =>
  (file, code, settings) => {
    const loader = file.endsWith('x') ? 'tsx' : 'ts';
    try {
      const { outputFiles } = buildSync({
        stdin: { contents: code, sourcefile: file, resolveDir: dirname(file), loader },
        ...(settings[0] === undefined ? {} : { tsconfig: settings[0].path }),
        ...{ bundle: false, write: false, outdir: dirname(file), sourcemap: 'external' },
        ...{ target: 'es2022', jsx: 'preserve', logLevel: 'silent' },
      });
      const text = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))!.text;
      return made(file, text('.js'), text('.js.map'));
    } catch {
      return undefined;
    }
  };
