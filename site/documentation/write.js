/** Writes all pages into a folder: what the site is built from. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Error as Complaints, View, parse } from 'vega';
import { compile } from 'vega-lite';
import { assembled, deadLinks, placeOf } from './pages/assemble.js';
import { speedChart, speedPage } from './pages/landing.js';
import { inside, lookedUp, measured, parts } from './pages/contents.js';
import { withPictures } from './pages/pictures.js';
import { codeIn } from './pages/snippets.js';

const [root, folder] = process.argv.slice(2);
const site = assembled(root);
const dead = deadLinks(site);
if (dead.length > 0) throw new Error(`links lead nowhere:\n${dead.join('\n')}`);

rmSync(folder, { recursive: true, force: true });
const write = (path, text) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const draw = async (spec) => {
  const { spec: chart } = compile(spec);
  return new View(parse(chart), { renderer: 'none', logLevel: Complaints }).toSVG();
};
const drawn = new Map();
for (const [path, text] of site.pages) drawn.set(path, await withPictures(path, text, draw));
const [chart] = /<figure class="chart"[^]*?<\/figure>/.exec(drawn.get(speedPage));
drawn.set(
  'index.md',
  drawn.get('index.md').replace(speedChart, () => chart),
);
for (const [path, text] of drawn) write(path, text);

// The explorer runs these without asking.
const hashes = [...site.pages.values()]
  .flatMap(codeIn)
  .map((code) => createHash('sha256').update(code).digest('hex'));
write('../own-code.json', JSON.stringify([...new Set(hashes)]));
const icon = 'site/explorer/page/icon.svg';
for (const [path, source] of [...site.assets, ['public/icon.svg', icon]]) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  copyFileSync(join(root, source), join(folder, path));
}

function linkOf(path) {
  const [page, anchor] = path.split('#');
  const link = `/${placeOf(page).replace(/(index)?\.md$/, '')}`;
  return anchor === undefined ? link : `${link}#${anchor}`;
}
const group = ({ title, pages }) => ({
  text: title,
  items: pages.map(([path, text]) => ({ text, link: linkOf(path) })),
});
const reference = {
  text: 'Reference',
  items: [
    { text: 'All exports', link: '/reference/' },
    ...site.sections.map(({ entry, path }) => ({
      ...{ text: entry, link: `/${path.replace('.md', '')}` },
    })),
  ],
};
const guide = [...parts.map(group), group(lookedUp)];
const looked = [reference, group(lookedUp), group(measured), group(inside)];
const sidebar = {
  '/reference/': looked,
  '/benchmarks/': looked,
  '/design-notes/': looked,
  '/files/': looked,
  '/': guide,
};
write('sidebar.json', JSON.stringify(sidebar));
