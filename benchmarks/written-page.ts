/** Pages of figures. They stand by themselves, as Jest cannot load prettier. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

/** Writes a page of Markdown as prettier leaves it. */
export async function writePage(at: URL, text: string): Promise<void> {
  const filepath = fileURLToPath(at);
  writeFileSync(at, await format(text, { ...(await resolveConfig(filepath)), filepath }));
}
