/**
 * Tells bundlers that the calls which the table of primitives consists of have no side effects, so that rows
 * which nobody uses are left out: in the build, since it would be noise in the table.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const core = join(import.meta.dirname, '../dist/core');
const calls = /(?<![\w$.*] ?)\b(?=(?:definePrimitive|variadic|on|edge|flat)\()/g;

for (const file of readdirSync(core)) {
  const path = join(core, file);
  const text = readFileSync(path, 'utf8');
  if (!file.endsWith('.js') || !/^import .*'\.\/rows\.js';$/m.test(text)) continue;
  writeFileSync(path, text.replace(calls, '/* @__PURE__ */ '));
}
