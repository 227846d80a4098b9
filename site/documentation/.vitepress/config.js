import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';

const { SITE_PAGES: pages, SITE_OUT: outDir, SITE_BASE: base = '/' } = process.env;

/** The name of a heading in addresses, as on GitHub (pages/markdown.ts). */
const slugify = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');

export default defineConfig({
  ...{ base, outDir, srcDir: pages, lang: 'en', title: 'delta-tape', cleanUrls: false },
  description: 'Exact gradients of TypeScript functions',
  // The pages were checked before, with their anchors (pages/assemble.ts). The explorer is no page.
  ignoreDeadLinks: [/explorer/],
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
  },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/guide' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Errors', link: '/errors' },
      { text: 'Benchmarks', link: '/benchmarks/gradbench' },
      { text: 'Explorer', link: '/explorer/index.html', target: '_self' },
    ],
    sidebar: JSON.parse(readFileSync(join(pages, 'sidebar.json'), 'utf8')),
    search: { provider: 'local' },
    outline: { level: [2, 3] },
  },
});
