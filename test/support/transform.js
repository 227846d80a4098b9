/**
 * Compiles tests and sources for Jest by esbuild, which takes a tenth of the time of Babel. Jest runs them as CommonJS, where
 * modules know their own place by `__filename`.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { transformSync, version } from 'esbuild';

const strict = "'use strict';";
const place = "const moduleUrl = require('node:url').pathToFileURL(__filename).href;";

const options = {
  format: 'cjs',
  target: 'node20',
  supported: { 'dynamic-import': false },
  sourcemap: 'external',
  sourcesContent: true,
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: true, verbatimModuleSyntax: true } },
};

const ESM_FLAG = `'__esModule', { value: true }`;

/**
 * The same module with exports that are read fast. In what esbuild writes, an export is found by two getters and a key,
 * each time it is read, in each module that hands it on; so tests took half as long again. Here the importer of a module has
 * its own exports, and they become plain properties when it has run, unless they may change.
 */
function withFastExports(code, mayChange) {
  const [, exported] = /^module\.exports = __toCommonJS\((\w+)\);$/m.exec(code) ?? [];
  const direct = code
    .replace(
      '(mod, isNodeMode, target) => (target',
      '(mod, isNodeMode, target) => mod?.__esModule && !isNodeMode ? mod : (target',
    )
    .replace(
      `module.exports = __toCommonJS(${exported});`,
      `module.exports = __defProp(${exported}, ${ESM_FLAG});`,
    );
  if (exported === undefined || mayChange) return direct;
  const settled = `Object.defineProperty({}, ${ESM_FLAG})`;
  return `${direct}\nmodule.exports = Object.assign(${settled}, ${exported});\n`;
}

const own = createHash('sha256')
  .update(readFileSync(import.meta.filename))
  .update(version)
  .digest('hex');

export default {
  getCacheKey: (text, file) =>
    createHash('sha256').update(own).update(file).update('\0').update(text).digest('hex'),
  process(text, file) {
    const knowsPlace = text.includes('import.meta');
    const { code, map } = transformSync(text, {
      ...options,
      sourcefile: file,
      loader: file.endsWith('ts') ? 'ts' : 'js',
      banner: knowsPlace ? `${strict} ${place}` : strict,
      ...(knowsPlace
        ? {
            define: {
              'import.meta.url': 'moduleUrl',
              'import.meta.dirname': '__dirname',
              'import.meta.filename': '__filename',
            },
          }
        : {}),
    });
    const mayChange = file.includes('node_modules') || /^export let /m.test(text);
    return { code: withFastExports(code, mayChange), map };
  },
};
