/** Writes the derivatives of the functions in examples/source beside them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { gradientSource, type SourceKind } from 'delta-tape/compile';

interface Source {
  readonly file: string;
  readonly name: string;
  readonly kind?: SourceKind;
  readonly wrt?: number | readonly number[];
}

const folder = new URL('../../examples/source/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

const modules = (source: string) => {
  const filename = source.slice(2).replace('.js', '.ts');
  return { text: read(filename), filename };
};

for (const { file, ...options } of JSON.parse(read('sources.json')) as Source[]) {
  const text = gradientSource(read(`${file}.ts`), { ...options, modules, filename: `${file}.ts` });
  writeFileSync(new URL(`${file}-${options.kind ?? 'gradient'}.ts`, folder), text);
}
