/** Files of the repository that pages link to, as pages. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const languages: Readonly<Record<string, string>> = {
  ...{ ts: 'ts', tsx: 'tsx', mts: 'ts', js: 'js', mjs: 'js', json: 'json', toml: 'toml' },
  ...{ yml: 'yaml', yaml: 'yaml', html: 'html', jsx: 'jsx' },
};

const most = 60_000;

function block(root: string, path: string): string {
  const text = readFileSync(join(root, path), 'utf8').slice(0, most).trimEnd();
  const language = languages[path.split('.').at(-1)!] ?? 'txt';
  return ['````' + language, text, '````'].join('\n');
}

const isShown = (name: string): boolean =>
  !/^(node_modules|package-lock\.json|dist|README\.md)$/.test(name) &&
  !/\.(csv|svg|png)$/.test(name);

/** A page that shows a file, or the files of a folder. */
export function fileView(root: string, path: string): string | undefined {
  const full = join(root, path);
  if (!existsSync(full)) return undefined;
  if (statSync(full).isFile()) return `# ${path}\n\n${block(root, path)}\n`;
  const inside = readdirSync(full, { withFileTypes: true })
    .filter(({ name }) => isShown(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const folders = inside.filter((entry) => entry.isDirectory());
  const files = inside.filter((entry) => entry.isFile());
  // A folder that has files shows all that is in it; one of folders lists them.
  const deep =
    files.length === 0 ? [] : folders.flatMap(({ name }) => filesIn(root, `${path}/${name}`));
  const list =
    files.length > 0 ? [] : folders.map(({ name }) => `- [${name}](repository:${path}/${name})`);
  const shown = [...files.map(({ name }) => `${path}/${name}`), ...deep];
  const blocks = shown.map((file) => `## ${file.slice(path.length + 1)}\n\n${block(root, file)}`);
  return [`# ${path}`, ...(list.length > 0 ? [list.join('\n')] : []), ...blocks, ''].join('\n\n');
}

const filesIn = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => isShown(name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(root, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    );
