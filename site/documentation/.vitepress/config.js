import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import deltaTape from '../../../dist/node/plain/loaders/vite.js';
import { slugOf } from '../.made/markdown.js';

const root = join(import.meta.dirname, '../../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const { SITE_PAGES: pages, SITE_OUT: outDir, SITE_BASE: base = '/' } = process.env;

export default defineConfig({
  ...{ base, outDir, srcDir: pages, lang: 'en', title: 'delta-tape', cleanUrls: false },
  cacheDir: join(pages, '../cache'),
  head: [['link', { rel: 'icon', href: `${base}icon.svg` }]],
  description: 'Exact gradients of TypeScript functions',
  // The pages were checked before, with their anchors (pages/assemble.ts). The explorer is no page.
  ignoreDeadLinks: [/explorer/],
  vite: {
    plugins: [deltaTape()],
    resolve: {
      alias: {
        'delta-tape/learn': join(root, 'dist/learn/index.js'),
        'delta-tape/runtime': join(root, 'dist/plain/runtime/index.js'),
        'delta-tape': join(root, 'dist/index.js'),
      },
    },
  },
  markdown: {
    // Braces are those of the paper, as in D{x}.
    attrs: { disable: true },
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    logo: { src: '/icon.svg', alt: '' },
    nav: [
      { text: 'Guide', link: '/guide' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Errors', link: '/errors' },
      { text: 'Benchmarks', link: '/benchmarks/gradbench' },
      { text: 'Explorer', link: '/explorer/index.html', target: '_self' },
      {
        text: 'Source',
        items: [
          { text: 'A path into the code', link: '/contributing#a-path-into-the-code' },
          { text: 'Primitives', link: '/files/src/core/primitives' },
          { text: 'The language Delta', link: '/files/src/delta' },
          { text: 'The monad', link: '/files/src/monad' },
        ],
      },
      { text: version, link: '/changelog' },
    ],
    sidebar: JSON.parse(readFileSync(join(pages, 'sidebar.json'), 'utf8')),
    search: {
      provider: 'local',
      options: {
        // These functions go into the page as texts, so they name nothing from outside.
        miniSearch: {
          searchOptions: {
            fuzzy: (word) => (word.length > 4 ? 0.2 : false),
            boost: { title: 6, titles: 2, text: 1 },
            // Lists hold many words, and are about few of them.
            boostDocument: (id) =>
              /\/(changelog|contributing|numpy-exports|files|benchmarks|design-notes)\b/.test(id)
                ? 0.1
                : 1,
          },
        },
      },
    },
    notFound: {
      title: 'There is no such page',
      quote: 'The link may be old. Search for what you want, or begin at the first page.',
      linkText: 'To the first page',
    },
    outline: { level: [2, 3] },
  },
});
