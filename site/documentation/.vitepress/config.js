import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { slugOf } from '../.made/markdown.js';

const { SITE_PAGES: pages, SITE_OUT: outDir, SITE_BASE: base = '/' } = process.env;

export default defineConfig({
  ...{ base, outDir, srcDir: pages, lang: 'en', title: 'delta-tape', cleanUrls: false },
  cacheDir: join(pages, '../cache'),
  head: [['link', { rel: 'icon', href: `${base}icon.svg` }]],
  description: 'Exact gradients of TypeScript functions',
  // The pages were checked before, with their anchors (pages/assemble.ts). The explorer is no page.
  ignoreDeadLinks: [/explorer/],
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
    ],
    sidebar: JSON.parse(readFileSync(join(pages, 'sidebar.json'), 'utf8')),
    search: { provider: 'local' },
    outline: { level: [2, 3] },
  },
});
