/**
 * Writes the texts of the table's partials into the build, for the translator to read. In a bundle the functions may
 * call the operators by other names.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const dist = process.argv[2] ?? join(import.meta.dirname, '../dist');
const load = (path) => import(pathToFileURL(join(dist, path)).href);

const { partialTexts } = await load('plain/front/row-texts.js');
const texts = {};
for (const { primitive } of Object.values(await load('core/primitives/table.js'))) {
  const found = primitive && partialTexts(primitive.row);
  if (found) texts[primitive.row.name] = found;
}
const path = join(dist, 'plain/front/row-texts.js');
writeFileSync(
  path,
  `/** The texts of the partials of rows, by their names. */
const texts = ${JSON.stringify(texts, null, 2)};
export const partialTexts = ({ name }) => texts[name] ?? null;
`,
);
rmSync(`${path}.map`, { force: true });
