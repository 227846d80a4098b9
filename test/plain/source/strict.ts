/**
 * The errors of the compiler on texts in the strictest of projects, which have neither Node nor a
 * browser.
 */
import ts from 'typescript';

const options: ts.CompilerOptions = {
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ['lib.es2022.d.ts'],
  types: [],
  skipLibCheck: true,
};

/** @param texts by name */
export function complaints(
  texts: ReadonlyMap<string, string>,
  noUncheckedIndexedAccess: boolean,
): string[] {
  const all = { ...options, noUncheckedIndexedAccess };
  const host = ts.createCompilerHost(all);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, target, ...rest) => {
    const text = texts.get(name);
    return text === undefined
      ? read(name, target, ...rest)
      : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram([...texts.keys()], all, host);
  return [...texts.keys()].flatMap((name) => {
    const source = program.getSourceFile(name);
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  });
}
