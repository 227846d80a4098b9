/**
 * Types and lint, with one program of TypeScript: `tsc` and `eslint`, each by itself, read and check everything anew, which
 * takes most of their time. Beside them, in a process of its own, the format. The page of the explorer has a program of its own, where its packages are installed.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { run } from './running.js';

const root = join(import.meta.dirname, '..');
const host = {
  getCurrentDirectory: () => root,
  getCanonicalFileName: (name) => name,
  getNewLine: () => ts.sys.newLine,
};

const prettier = join(root, 'node_modules/prettier/bin/prettier.cjs');
const format = run(process.execPath, [prettier, '--check', '.']);

/** The program of a folder with a `tsconfig.json`. */
function programOf(folder) {
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(
    join(folder, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (found) => {
        throw new Error(ts.formatDiagnostic(found, host));
      },
    },
  );
  return ts.createProgram({ rootNames: fileNames, options, configFileParsingDiagnostics: errors });
}

const hasSite = ['site/node_modules/preact', 'dist/index.d.ts'].every((path) =>
  existsSync(join(root, path)),
);
if (!hasSite) {
  console.log(
    'The page of the explorer is not checked. For it, run: npm run build && npm --prefix site ci',
  );
}
const programs = [root, ...(hasSite ? [join(root, 'site/explorer')] : [])].map(programOf);
const complaints = programs.flatMap((program) => ts.getPreEmitDiagnostics(program));
process.stdout.write(ts.formatDiagnostics(complaints, host));

const eslint = new ESLint({
  cwd: root,
  overrideConfig: {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: { programs, project: null, projectService: false },
    },
  },
});
const results = await eslint.lintFiles(['.']);
const formatter = await eslint.loadFormatter('stylish');
process.stdout.write(await formatter.format(results));

const { isGood: isFormatted } = await format;
const isRight =
  isFormatted && complaints.length === 0 && results.every((file) => file.errorCount === 0);
process.exitCode = isRight ? 0 : 1;
