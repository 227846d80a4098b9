/**
 * Tells bundlers that the calls which the table of primitives consists of have no side effects, so that rows
 * which nobody uses are left out: in the build, since it would be noise in the table.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const dist = process.argv[2] ?? join(import.meta.dirname, '../dist');
const folders = ['core', 'special'].map((name) => join(dist, name));
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true }).map((file) => join(folder, file)),
);

for (const path of files) {
  if (!path.endsWith('.js')) continue;
  const text = readFileSync(path, 'utf8');
  const [, rows] = /^import \{ ([^}]*) \} from '[\w./]*\/domains\.js';$/m.exec(text) ?? [];
  if (rows === undefined) continue;
  const names = ['primitive', 'variadic', ...rows.split(', ')].join('|');
  const calls = new RegExp(`(?<![\\w$.]|function |@__PURE__ \\*/ )(?=(?:${names})\\()`, 'g');
  writeFileSync(path, text.replace(calls, '/* @__PURE__ */ '));
}
