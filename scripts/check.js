/**
 * Types and lint, with one program of TypeScript: `tsc` and `eslint`, each by itself, read and check everything anew, which
 * takes most of their time.
 */
import { join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const host = {
  getCurrentDirectory: () => root,
  getCanonicalFileName: (name) => name,
  getNewLine: () => ts.sys.newLine,
};

const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(
  join(root, 'tsconfig.json'),
  {},
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (found) => {
      throw new Error(ts.formatDiagnostic(found, host));
    },
  },
);
const program = ts.createProgram({
  rootNames: fileNames,
  options,
  configFileParsingDiagnostics: errors,
});
const complaints = ts.getPreEmitDiagnostics(program);
process.stdout.write(ts.formatDiagnostics(complaints, host));

const eslint = new ESLint({
  cwd: root,
  overrideConfig: {
    files: ['**/*.ts'],
    languageOptions: {
      parserOptions: { programs: [program], project: null, projectService: false },
    },
  },
});
const results = await eslint.lintFiles(['.']);
const { format } = await eslint.loadFormatter('stylish');
process.stdout.write(await format(results));

const isRight = complaints.length === 0 && results.every((file) => file.errorCount === 0);
process.exitCode = isRight ? 0 : 1;
