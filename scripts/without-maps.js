/**
 * Leaves out the source maps of the translator, an eighth of an installation: Node runs a bundle of it, and bundles for
 * pages rarely translate.
 */
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const plain = join(import.meta.dirname, '../dist/plain');

for (const file of readdirSync(plain, { recursive: true })) {
  if (/^runtime[\\/]/.test(file)) continue;
  const path = join(plain, file);
  if (file.endsWith('.map')) rmSync(path);
  else if (file.endsWith('.js'))
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'),
    );
}
