/**
 * Tells bundlers that the calls which the table of primitives consists of have no side effects, so that rows
 * which nobody uses are left out: in the build, since it would be noise in the table.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const core = process.argv[2] ?? join(import.meta.dirname, '../dist/core');

for (const file of readdirSync(core, { recursive: true })) {
  if (!file.endsWith('.js')) continue;
  const path = join(core, file);
  const text = readFileSync(path, 'utf8');
  const [, rows] = /^import \{ (.*) \} from '\.\/domains\.js';$/m.exec(text) ?? [];
  if (rows === undefined) continue;
  const names = ['primitive', 'variadic', ...rows.split(', ')].join('|');
  const calls = new RegExp(`(?<![\\w$.]|function |@__PURE__ \\*/ )(?=(?:${names})\\()`, 'g');
  writeFileSync(path, text.replace(calls, '/* @__PURE__ */ '));
}
