/** Source maps: those that files name, and those of translations. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Translation } from '../translate.js';

/** The file of the source map that a file names, unless the map is inside of it. */
function mapOf(file: string, code: string): string | undefined {
  const [, url] = [...code.matchAll(/^\/\/[#@][ \t]+sourceMappingURL=(\S+)/gm)].at(-1) ?? [];
  return url === undefined || url.startsWith('data:') ? undefined : join(dirname(file), url);
}

/** True if a file names a source map that is missing, as many packages do. Babel would complain. */
export function isMapMissing(file: string, code: string): boolean {
  const map = mapOf(file, code);
  return map !== undefined && !existsSync(map);
}

/** The text of the source map that a file names. The translation of the file depends on it. */
export function mapBeside(file: string, code: string): string {
  const map = mapOf(file, code);
  return map === undefined || !existsSync(map) ? '' : readFileSync(map, 'utf8');
}

/** The code with its map at its end, for a consumer that takes a text only. */
export function withMap({ code, map }: Translation): string {
  const text = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${text}\n`;
}
