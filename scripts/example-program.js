/** Codes the example that is learnt from (core/example-program.ts) anew, with the sources of the build. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codedAlone } from '../dist/plain/core/coded-core.js';
import { programOf } from '../dist/plain/core/desugar.js';
import { exampleText } from '../dist/plain/core/example-program.js';
import { parseSync } from '../dist/vendor/babel.js';

const settings = { configFile: false, babelrc: false, sourceType: 'module' };
const code = codedAlone(programOf(parseSync(exampleText, settings).program, []));
const path = join(import.meta.dirname, '../src/plain/core/example-program.ts');
const lines = code.match(/.{1,100}/g).map((line) => `  '${line}',`);
const text = readFileSync(path, 'utf8');
writeFileSync(
  path,
  text.replace(
    /export const codedExample = [^]*$/,
    `export const codedExample = [\n${lines.join('\n')}\n].join('');\n`,
  ),
);
