/** Source maps: of code that was made from other code before, and of what is made here. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Translation } from '../translate.js';

/** The file of the source map that a file names, unless the map is inside of it. */
function mapOf(file: string, code: string): string | undefined {
  const [, url] = [...code.matchAll(/^\/\/[#@][ \t]+sourceMappingURL=(\S+)/gm)].at(-1) ?? [];
  return url === undefined || url.startsWith('data:') ? undefined : join(dirname(file), url);
}

/** Whether the source map that a file names is missing, as in many packages: Babel complains then. */
export function isMapMissing(file: string, code: string): boolean {
  const map = mapOf(file, code);
  return map !== undefined && !existsSync(map);
}

/** The text of the source map that a file names, which what is made from the file depends on. */
export function mapBeside(file: string, code: string): string {
  const map = mapOf(file, code);
  return map === undefined || !existsSync(map) ? '' : readFileSync(map, 'utf8');
}

/** The code with its map at its end, for those that take a text and nothing beside it. */
export function withMap({ code, map }: Translation): string {
  const text = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${text}\n`;
}
