/**
 * All pages of the documentation site, made of the documents of the repository. The one place of the texts is there: what
 * is changed here are links, which lead to pages of the site.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileView } from './files.js';
import { installationPage } from './installation.js';
import { landingPage } from './landing.js';
import { anchorsIn, targetsIn, withTargets } from './markdown.js';
import { indexOf, sectionsOf, type Section } from './reference.js';
import { firstSnippet, withExplorer } from './snippets.js';

export interface Site {
  /** The text of each page, by its path. */
  readonly pages: ReadonlyMap<string, string>;
  /** Files that pages show, by their paths, with where they are in the repository. */
  readonly assets: ReadonlyMap<string, string>;
  readonly sections: readonly Section[];
}

const API = 'docs/api.md';
/** The program that the first page runs and shows. */
const LIVE = 'site/documentation/.vitepress/theme/live/decay.ts';
/** The folders of the source that have pages: the paper. */
const sources = ['src/core/primitives', 'src/delta', 'src/monad'];
const pictures = /\.(svg|png)$/;

/** Where a document of the repository stands on the site. */
export const placeOf = (document: string): string =>
  document === API
    ? 'reference/index.md'
    : document === 'README.md'
      ? 'index.md'
      : document.replace(/^docs\//, '').toLowerCase();

/** Where a file of the repository is shown that is not a document. */
const viewOf = (path: string): string => `files/${path.toLowerCase()}.md`;

const documentsIn = (root: string): string[] =>
  [
    'docs',
    'docs/tutorials',
    'docs/how-to',
    'docs/examples',
    'docs/papers',
    'docs/design-notes',
    'benchmarks',
  ]
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith('.md'))
    .concat('CONTRIBUTING.md', 'CHANGELOG.md');

export function assembled(root: string): Site {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const documents = documentsIn(root);
  const known = new Set([...documents, 'README.md']);
  const { head, sections } = sectionsOf(read(API));
  const pages = new Map<string, string>();
  const assets = new Map<string, string>();
  const wanted: string[] = [];

  /** In which page of the reference a heading stands. */
  const sectionAt = (anchor: string): string | undefined =>
    anchor === ''
      ? undefined
      : (
          sections.find(
            ({ entry, text }) => `delta-tape${anchor}` !== entry && anchorsIn(text).has(anchor),
          ) ?? sections.find(({ entry }) => entry.replace(/[^a-z-]/g, '') === anchor)
        )?.path;

  /** The address on the site of what a document links to. */
  function onSite(document: string, place: string, target: string): string {
    if (/^[a-z]+:\/\/|^mailto:/.test(target)) return target;
    const [path, anchor = ''] = target.replace(/^repository:/, '/').split('#');
    const full = path.startsWith('/')
      ? path.slice(1)
      : path === ''
        ? document
        : posix.join(posix.dirname(document), path).replace(/\/$/, '');
    const to = (page: string) => {
      const relative = posix.relative(posix.dirname(place), page);
      const file =
        page === place && anchor !== ''
          ? ''
          : relative.startsWith('.')
            ? relative
            : `./${relative}`;
      return anchor === '' ? file : `${file}#${anchor}`;
    };
    if (full === API) {
      const section = sectionAt(anchor);
      // A section of the whole reference is a page here.
      const isEntry =
        section !== undefined &&
        !anchorsIn(sections.find((s) => s.path === section)!.text).has(anchor);
      return isEntry
        ? posix.relative(posix.dirname(place), section)
        : to(section ?? 'reference/index.md');
    }
    if (known.has(full)) return to(placeOf(full));
    if (pictures.test(full)) {
      assets.set(full.toLowerCase(), full);
      return `./${posix.relative(posix.dirname(place), full.toLowerCase())}`;
    }
    wanted.push(full);
    return to(viewOf(full));
  }
  const add = (document: string, place: string, text: string) =>
    pages.set(
      place,
      withTargets(withExplorer(text), (target) => onSite(document, place, target)),
    );

  for (const document of documents)
    if (document !== API) add(document, placeOf(document), read(document));
  add(API, 'reference/index.md', head);
  pages.set('reference/index.md', indexOf(pages.get('reference/index.md')!, sections));
  for (const { path, text } of sections) add(API, path, text);
  const snippet = firstSnippet(read('README.md'));
  add(
    'docs/installation.md',
    'installation.md',
    installationPage(read('docs/loaders.md'), snippet),
  );
  pages.set('index.md', landingPage(withExplorer(snippet), read(LIVE)));
  for (const folder of sources) onSite('README.md', 'index.md', `/${folder}`);
  for (const path of wanted) {
    if (pages.has(viewOf(path))) continue;
    const view = fileView(root, path);
    // What is not there stays a dead link, which is found.
    if (view !== undefined) add(path, viewOf(path), view);
  }
  return { pages, assets, sections };
}

/** Links that lead nowhere, with their pages. */
export function deadLinks({ pages, assets }: Pick<Site, 'pages' | 'assets'>): string[] {
  const anchors = new Map([...pages].map(([path, text]) => [path, anchorsIn(text)]));
  return [...pages].flatMap(([place, text]) =>
    targetsIn(text)
      .filter((target) => {
        if (/^[a-z]+:/.test(target)) return false;
        const [path, anchor] = target.split('#');
        const page = path === '' ? place : posix.join(posix.dirname(place), path);
        if (assets.has(page)) return false;
        return anchor === undefined
          ? !anchors.has(page)
          : anchors.get(page)?.has(decodeURIComponent(anchor)) !== true;
      })
      .map((target) => `${place}: ${target}`),
  );
}
