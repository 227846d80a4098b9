/** Writes a digest of the build beside it, by which its cache of translations tells it from others. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const dist = join(import.meta.dirname, '../dist');
const hash = createHash('sha256');
for (const file of readdirSync(dist, { recursive: true }).sort()) {
  if (file.endsWith('.js')) hash.update(file).update(readFileSync(join(dist, file)));
}
writeFileSync(join(dist, 'build.json'), `${JSON.stringify({ digest: hash.digest('hex') })}\n`);
