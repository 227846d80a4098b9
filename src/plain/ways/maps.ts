/** Source maps of code that was made from other code before, such as what is in packages. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether the source map that a file names is missing, as in many packages: Babel complains then. */
export function isMapMissing(file: string, code: string): boolean {
  const [, url] = [...code.matchAll(/^\/\/[#@][ \t]+sourceMappingURL=(\S+)/gm)].at(-1) ?? [];
  return url !== undefined && !url.startsWith('data:') && !existsSync(join(dirname(file), url));
}
