/** The pages of the documentation site, before a generator makes HTML of them: links, anchors, and what opens in the explorer. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { assembled, deadLinks, placeOf } from '../../site/documentation/pages/assemble.js';
import { inside, lookedUp, measured, parts } from '../../site/documentation/pages/contents.js';
import { tabsOf } from '../../site/documentation/pages/installation.js';
import { anchorsIn, slugOf, withTargets } from '../../site/documentation/pages/markdown.js';
import { pictured } from '../../site/documentation/pages/pictured.js';
import { pointsOf, withPictures } from '../../site/documentation/pages/pictures.js';
import { codeIn, explored, withExplorer } from '../../site/documentation/pages/snippets.js';
import { numberIn, tableBelow } from '../../site/documentation/pages/tables.js';
import { readAddress } from '../../site/explorer/logic/address.js';
import { described, entryNames } from '../support/reference.js';
import { documentsIn, snippetsIn } from '../support/snippets.js';

const root = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const site = assembled(root);

describe('An example', () => {
  test('has its picture, which the command draws.', () => {
    const pages = readdirSync(join(root, 'docs/examples')).filter((name) => name.endsWith('.md'));
    const source = read('scripts/pictures/charts.js');
    for (const page of pages) {
      const name = page.replace('.md', '');
      expect(read(`docs/examples/${page}`)).toContain(`(${name}.svg)`);
      expect(site.assets.has(`docs/examples/${name}.svg`)).toBe(true);
      expect(source).toMatch(new RegExp(`^  '?${name}'?: \\{`, 'm'));
    }
  });
});

describe('The code of the links of a page', () => {
  test('is what its snippets say.', () => {
    const page = withExplorer('```ts plain\nconst f = (x: number) => x;\n```\n\ntext');
    expect(codeIn(page)).toEqual(['const f = (x: number) => x;']);
    expect(codeIn('<OpenInExplorer to="#code=broken" />')).toEqual([]);
  });
});

describe('The links of all pages', () => {
  test('lead to pages, and to places in them.', () => {
    expect(site.pages.size).toBeGreaterThan(60);
    expect(deadLinks(site)).toEqual([]);
  });

  test.each([
    ['a page', '[a](./missing.md)'],
    ['a place', '[a](./learn.md#missing)'],
    ['a place in the same page', '[a](#missing)'],
    ['a picture', '![a](./missing.svg)'],
    ['a page, by code', 'the [`grad`](./missing.md)'],
  ])('are missed where there is no such %s.', (_, text) => {
    const pages = new Map([...site.pages, ['other.md', text]]);
    expect(deadLinks({ ...site, pages })).toHaveLength(1);
  });

  test('are left alone in code.', () => {
    const code = '`[a](b)` and [`c`](d)\n```ts\n[a](b)\n```';
    expect(withTargets(code, (target) => `${target}!`)).toBe(code.replace('](d)', '](d!)'));
  });
});

describe('The reference', () => {
  test('has a page for each entry point, with an anchor for each of its exports.', () => {
    const names = described(read('docs/api.md'));
    expect(site.sections.map(({ entry }) => entry)).toEqual(entryNames);
    for (const { entry, path } of site.sections) {
      const anchors = anchorsIn(site.pages.get(path)!);
      const missing = names[entry as keyof typeof names].filter((name) => !anchors.has(name));
      expect([entry, missing.filter((name) => !anchors.has(slugOf(name)))]).toEqual([entry, []]);
    }
  });

  test('lists all of them on its first page.', () => {
    const index = site.pages.get('reference/index.md')!;
    for (const { names } of site.sections)
      for (const name of names) expect(index).toContain(`#${name})`);
  });
});

test('Each error has an anchor by its code.', () => {
  const anchors = anchorsIn(site.pages.get('errors.md')!);
  const codes = [...read('src/errors/error-codes.ts').matchAll(/\| '([^']+)'/g)].map(
    ([, code]) => code,
  );
  expect(codes.length).toBeGreaterThan(80);
  expect(codes.filter((code) => !anchors.has(code))).toEqual([]);
});

test('The sidebars lead to every document, and to nothing else.', () => {
  const listed = [...parts, lookedUp, measured, inside].flatMap(({ pages }) =>
    pages.map(([path]) => path),
  );
  for (const path of listed) {
    const [page, anchor] = path.split('#');
    const text = site.pages.get(placeOf(page));
    expect([path, text !== undefined]).toEqual([path, true]);
    if (anchor !== undefined) expect(anchorsIn(text!)).toContain(anchor);
  }
  const documents = documentsIn(root)
    .map(({ name }) => name)
    .filter((name) => name !== 'README.md' && name !== 'docs/api.md')
    .concat(readdirSync(join(root, 'benchmarks')).map((name) => `benchmarks/${name}`))
    .filter((name) => name.endsWith('.md'));
  expect(documents.filter((name) => !listed.includes(name))).toEqual([]);
});

describe('The explorer', () => {
  test('is given the code of each snippet that it can run.', () => {
    const documents = documentsIn(root).filter(({ name }) => name !== 'README.md');
    const snippets = documents.flatMap(({ name, text }) => snippetsIn(name, text));
    const shown = snippets.filter(({ code }) => explored(code) !== undefined);
    expect(shown.length).toBeGreaterThan(0.8 * snippets.length);
    for (const { code } of shown) expect(readAddress(explored(code)!)).toEqual({ code });
    const links = [...site.pages.values()].join('\n').match(/<OpenInExplorer /g);
    expect(links!.length).toBeGreaterThanOrEqual(shown.length);
  });

  test('is not offered for what needs Node, nor for declarations.', () => {
    expect(explored("import { readFileSync, readdirSync } from 'node:fs';")).toBeUndefined();
    expect(explored("import { Workers } from 'delta-tape/learn/node';")).toBeUndefined();
    expect(explored('const x = await load();')).toBeUndefined();
    expect(withExplorer('```typescript\ntype A = 1;\n```')).not.toContain('OpenInExplorer');
    expect(withExplorer('```ts plain\nlet x;\n```')).toMatch(
      /^```ts\nlet x;\n```\n\n<OpenInExplorer/,
    );
  });
});

describe('The pictures of benchmarks', () => {
  const draw = (spec: object) => Promise.resolve(`<svg>${JSON.stringify(spec)}</svg>`);
  const places = [...new Set(pictured.map(({ page }) => page))];

  test.each(places)(
    'of %s have numbers, and stand in the place of the committed picture or behind their tables.',
    async (place) => {
      const text = site.pages.get(place)!;
      const page = await withPictures(place, text, draw);
      const wanted = pictured.filter((one) => one.page === place);
      expect(page.match(/<figure class="chart"/g)).toHaveLength(wanted.length);
      expect(page).not.toMatch(/^!\[.*\.svg\)$/m);
      for (const one of wanted) {
        const { heading, columns } = one;
        const table = tableBelow(text, heading, Object.keys(columns))!;
        for (const name of Object.values(columns)) {
          const points = pointsOf(table, one).filter(({ column }) => column === name);
          expect([heading, name, points.length > 0]).toEqual([heading, name, true]);
        }
      }
    },
  );

  test('are missed where a table has gone.', async () => {
    await expect(withPictures(places[0], '# Nothing', draw)).rejects.toThrow('has no numbers');
  });

  test('read numbers with their units, and nothing else.', () => {
    const cells = ['1.0 ns', '1.75 µs', '12 ms', '0.5 s', '142', '✗', '', '40 wrong', '—'];
    expect(cells.map(numberIn)).toEqual([
      ...[1e-6, 1.75e-3, 12, 500, 142],
      ...Array.from({ length: 4 }, () => undefined),
    ]);
    expect(tableBelow('# A\n\n| a | b |\n| - | - |\n| x | 1 |\n\nEnd', '# A')).toEqual({
      columns: ['a', 'b'],
      rows: [['x', '1']],
      end: 5,
    });
  });
});

test('The installation has tabs for each loader.', () => {
  const loaders = read('docs/loaders.md');
  const sections = loaders.split('\n## Configurations\n')[1].match(/^### /gm)!;
  const names = new Set(tabsOf(loaders).map(({ name }) => name.replace(/: .*/, '')));
  expect(names.size).toBeGreaterThanOrEqual(sections.length - 3);
  for (const name of ['Node', 'Vite', 'Jest', 'esbuild', 'webpack']) expect(names).toContain(name);
  expect(site.pages.get('installation.md')).toContain('```js [Vite');
});

test('The first page shows a program and what it prints.', () => {
  const page = site.pages.get('index.md')!;
  const [snippet] = snippetsIn('README.md', read('README.md'));
  expect(page).toContain(snippet.code);
  expect(page).toContain(snippet.output);
});
