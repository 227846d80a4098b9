/** TypeScript's language service in a worker: errors, types and completions of the code in the editor. */
import type * as TypeScript from 'typescript';
import type {
  Complaint,
  Completion,
  TypesAnswer,
  TypesQuestion,
} from '../editor/types-messages.js';

declare const ts: typeof TypeScript;
declare function importScripts(...urls: string[]): void;

importScripts('typescript.js');

const FILE = '/explorer.ts';
const CONSOLE = '/console.d.ts';
/** The length of a type, and the number of completions, that are shown. */
const LONGEST = 600;
const MOST = 200;

const consoleText = `declare const console: Record<'log' | 'info' | 'warn' | 'error' | 'debug', (...values: unknown[]) => void>;
declare const performance: { now(): number };`;

const files = new Map<string, string>([[CONSOLE, consoleText]]);
const folders = new Set<string>();
let version = 0;

const options: TypeScript.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts'],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getCurrentDirectory: () => '/',
  getDefaultLibFileName: () => '/lib/lib.es2023.d.ts',
  getScriptFileNames: () => [CONSOLE, FILE],
  getScriptVersion: (path) => (path === FILE ? String(version) : '0'),
  getScriptSnapshot: (path) => {
    const text = files.get(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  fileExists: (path) => files.has(path),
  readFile: (path) => files.get(path),
  directoryExists: (path) => folders.has(path),
  getDirectories: () => [],
});

const loading = fetch('declarations.json')
  .then((response) => response.json() as Promise<Record<string, string>>)
  .then((found) => {
    for (const [path, text] of Object.entries(found)) {
      files.set(path, text);
      for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
        folders.add(path.slice(0, end) || '/');
        if (end === 0) break;
      }
    }
  });

function complaints(): Complaint[] {
  const found = [...service.getSyntacticDiagnostics(FILE), ...service.getSemanticDiagnostics(FILE)];
  return found.map(({ start = 0, length = 0, messageText }) => ({
    from: start,
    to: start + length,
    text: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }));
}

function typeAt(at: number): { from: number; to: number; text: string } | null {
  const info = service.getQuickInfoAtPosition(FILE, at);
  if (info === undefined) return null;
  const { start, length } = info.textSpan;
  const [type, about] = [info.displayParts, info.documentation].map((parts) =>
    ts.displayPartsToString(parts).slice(0, LONGEST),
  );
  return { from: start, to: start + length, text: about === '' ? type : `${type}\n\n${about}` };
}

function completions(at: number): Completion[] {
  const found = service.getCompletionsAtPosition(FILE, at, {});
  return (found?.entries ?? [])
    .toSorted((one, other) => (one.sortText < other.sortText ? -1 : 1))
    .slice(0, MOST)
    .map(({ name, kind }) => ({ label: name, type: kind }));
}

function answer({ code, ask, at = 0 }: TypesQuestion): TypesAnswer['answer'] {
  if (files.get(FILE) !== code) {
    files.set(FILE, code);
    version++;
  }
  if (ask === 'complaints') return complaints();
  return ask === 'type' ? typeAt(at) : completions(at);
}

addEventListener('message', ({ data }: MessageEvent<TypesQuestion>) => {
  void loading.then(() => postMessage({ id: data.id, answer: answer(data) } satisfies TypesAnswer));
});
