/** `delta-tape include`: has packages translated, with all that they need, by the field `delta-tape` of package.json. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageOf } from '../../plain/loaders/packages.js';
import { fileTest } from '../../plain/loaders/file-patterns.js';
import { folderOf, neededBy } from '../../plain/runtime/needed-packages.js';
import type { Asked } from '../asked.js';
import { exits, Failure, type Exit } from '../failure.js';
import { json } from '../streams.js';
import { written } from '../write-file.js';

interface Manifest {
  'delta-tape'?: { include?: readonly string[] };
}

export function include({ subject, options, out }: Asked): Exit {
  const { folder, selection } = packageOf(process.cwd());
  const path = join(folder, 'package.json');
  if (!existsSync(path))
    throw new Failure(`there is no package.json in ${process.cwd()} or above.`);
  const names = subject.split(' ').map((name) => name.replace(/^.*node_modules\//, ''));
  const folders = foldersOf(names, folder);
  const before = selection.include ?? ['.'];
  const test = fileTest(before, folder);
  const isNew = (name: string) => !test.selects(`node_modules/${name}/package.json`);
  const all = [...new Set([...names, ...neededBy(folders)])];
  const added = all.filter(isNew);
  if (added.length > 0) {
    const patterns = [...before, ...added.map((name) => `node_modules/${name}`)];
    written(path, changed(readFileSync(path, 'utf8'), patterns as string[]));
  }
  const told =
    added.length === 0
      ? `${all.join(', ')}: translated already.\n`
      : `${path}: added ${added.join(', ')}.\n`;
  out.write(options.json === true ? json({ added }) : told);
  return exits.good;
}

/** The folders of packages. With pnpm, what only another package needs is found from the folder of that one. */
function foldersOf(names: readonly string[], project: string): string[] {
  const found = new Map<string, string>();
  for (let before = -1; found.size > before;) {
    before = found.size;
    for (const name of names) {
      const places = [project, ...found.values()];
      const at = places.flatMap((place) => folderOf(name, place) ?? [])[0];
      if (at !== undefined) found.set(name, at);
    }
  }
  const missing = names.find((name) => !found.has(name));
  if (missing !== undefined)
    throw new Failure(`there is no package ${missing} in node_modules of ${project}.`);
  return names.map((name) => found.get(name)!);
}

/** The text of a package.json, indented as it was. */
function changed(text: string, patterns: readonly string[]): string {
  const manifest = JSON.parse(text) as Manifest;
  manifest['delta-tape'] = { ...manifest['delta-tape'], include: patterns };
  const indent = /^[ \t]+/m.exec(text)?.[0] ?? '  ';
  const lines = JSON.stringify(manifest, null, indent);
  return (text.endsWith('\n') ? `${lines}\n` : lines).replaceAll(
    '\n',
    text.includes('\r\n') ? '\r\n' : '\n',
  );
}
