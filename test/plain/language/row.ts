/** The table of constructs of the language: what a row is, and its program, translated and as it was written. */
import { createRequire } from 'node:module';
import * as library from 'delta-tape';
import * as runtime from 'delta-tape/runtime';
import { transformSync } from 'esbuild';
import ts from 'typescript';
import { translate } from '../../../src/plain/translate.js';

type Status = 'supported' | 'passed through' | 'refused';

export interface Row {
  /** The construct, in Markdown. */
  readonly name: string;
  readonly status?: Status;
  /** A module that defines `f`, a function of one argument with one real as result. */
  readonly source: string;
  /** Where `f` is differentiated: 0.7 unless said otherwise. */
  readonly at?: unknown;
  /** Its derivative, where differences cannot tell. */
  readonly partial?: number;
  /** The text of the error, where it is refused. */
  readonly error?: string;
  /** A remark on it. */
  readonly remark?: string;
  /** Other modules that it imports, by name; those whose names end in `native` are not translated. */
  readonly modules?: Readonly<Record<string, string>>;
  /** Only as TypeScript, or as JavaScript. */
  readonly only?: 'ts' | 'js';
}

export interface Group {
  readonly title: string;
  readonly rows: readonly Row[];
}

export type Program = (x: unknown) => unknown;
type Language = 'ts' | 'js';
type Step = (source: string, filename: string) => string;

function remembered(make: (source: string) => string): (source: string) => string {
  const made = new Map<string, string>();
  return (source) => {
    if (!made.has(source)) made.set(source, make(source));
    return made.get(source)!;
  };
}

/** CommonJS without types; the program as it was written is wanted for each language. */
const commonjs = remembered((source) => {
  const { outputText } = ts.transpileModule(source, {
    fileName: 'program.tsx',
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      jsx: ts.JsxEmit.React,
      target: ts.ScriptTarget.ES2022,
      alwaysStrict: false,
      esModuleInterop: true,
      experimentalDecorators: true,
      verbatimModuleSyntax: false,
      isolatedModules: true,
      jsxFactory: 'h',
    },
  });
  return outputText;
});

/** Types taken away, nothing else. */
const stripped: Step = (source) =>
  transformSync(source, {
    loader: 'tsx',
    jsx: 'preserve',
    target: 'es2022',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, alwaysStrict: false } },
  }).code;

const others = createRequire(__filename);
const given: Readonly<Record<string, unknown>> = {
  'delta-tape': library,
  'delta-tape/runtime': runtime,
};

function evaluated(row: Row, prepare: (name: string) => Step): Program {
  const loaded = new Map<string, unknown>();
  const load = (name: string, source: string): unknown => {
    if (loaded.has(name)) return loaded.get(name);
    const module = { exports: {} };
    loaded.set(name, module.exports);
    const code = commonjs(prepare(name)(source, name));
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
    const run = new Function('module', 'exports', 'require', code) as (...args: unknown[]) => void;
    run(module, module.exports, (wanted: string): unknown => {
      const source = row.modules?.[wanted];
      return source === undefined
        ? (given[wanted] ?? (others(wanted) as unknown))
        : load(wanted, source);
    });
    loaded.set(name, module.exports);
    return module.exports;
  };
  const source = /^export /m.test(row.source) ? row.source : `${row.source}\nexports.f = f;`;
  return (load('./program', source) as { readonly f: Program }).f;
}

/** The program as it was written. */
export const asWritten = (row: Row): Program => evaluated(row, () => (source) => source);

/** The program, translated as a module in the given language. */
export const translated = (row: Row, language: Language): Program =>
  evaluated(row, (name) => (source) => {
    const code = language === 'ts' ? source : stripped(source, name);
    if (name.endsWith('native')) return code;
    return translate(code, { filename: `${name.slice(2)}.${language}x` }).code;
  });

export const languagesOf = ({ only }: Row): Language[] =>
  only === undefined ? ['ts', 'js'] : [only];
