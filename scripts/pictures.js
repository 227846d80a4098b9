/**
 * Draws a picture of what each example of the documentation finds: `npm run docs:pictures`, where the library is built. It runs
 * the program of the page, and writes `docs/examples/NAME.svg`. Names behind the command choose some.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { View, parse } from 'vega';
import { compile } from 'vega-lite';
import { charts } from './pictures/charts.js';

const root = join(import.meta.dirname, '..');
const made = join(root, 'build/pictures');
mkdirSync(made, { recursive: true });

/** The program of a page, which exports what is drawn. */
function program(name, { needs, instead = [] }) {
  const page = readFileSync(join(root, `docs/examples/${name}.md`), 'utf8');
  let [, code] = /^```ts plain\n([^]*?)^```$/m.exec(page);
  for (const [old, other] of instead) {
    if (!code.includes(old)) throw new Error(`${name} has no longer: ${old}`);
    code = code.replace(old, other);
  }
  const file = join(made, `${name}.ts`);
  writeFileSync(file, `${code}\nexport { ${needs.join(', ')} };\n`);
  return pathToFileURL(file).href;
}

const wanted = process.argv.slice(2);
for (const [name, one] of Object.entries(charts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { spec } = compile(one.chart(await import(program(name, one))));
  const svg = await new View(parse(spec), { renderer: 'none' }).toSVG();
  // Coordinates with two digits are exact enough, and small.
  const short = svg.replace(/(\d+\.\d\d)\d+/g, '$1');
  writeFileSync(join(root, `docs/examples/${name}.svg`), `${short}\n`);
}
