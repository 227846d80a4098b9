/**
 * The cost of the translation of plain TypeScript: time for a module of a thousand lines, and the size
 * of the code before and after.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { translate } from 'delta-tape/plain';
import { transformSync } from 'esbuild';
import { median } from './timing.js';
import { PLAIN_MODULES, translationOf } from './translated.js';

const project = new URL('../../', import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, project), 'utf8');

/** Translates the plain workloads, types and all, into files beside those that are only compiled. */
export function translateWorkloads(): void {
  mkdirSync(new URL('.', translationOf('any')), { recursive: true });
  for (const module of PLAIN_MODULES) {
    const path = `benchmarks/plain/${module}.ts`;
    const { code } = translate(textOf(path), { filename: fileURLToPath(new URL(path, project)) });
    writeFileSync(translationOf(module), code);
  }
}

const topLevel =
  /^(?:export )?(?:default )?(?:abstract )?(?:const|let|function\*?|class|interface|type) (\{[^}]*\}|\[[^\]]*\]|\w+)/gm;

/** One module of at least a thousand lines, made of real ones that declare different names. */
export function thousandLines(): string {
  const folders = ['benchmarks/plain', 'examples/digits', 'benchmarks', 'src/core'];
  const taken = new Set<string>();
  let text = '';
  for (const folder of folders) {
    for (const file of readdirSync(new URL(folder, project)).sort()) {
      if (!file.endsWith('.ts') || file.endsWith('.d.ts')) continue;
      if (text.split('\n').length > 1000) return text;
      const own = textOf(`${folder}/${file}`).replace(
        /^(?:import|export) [^;]*? from '[^']*';$/gm,
        '',
      );
      const names = [...own.matchAll(topLevel)].flatMap(([, name]) => name.match(/\w+/g)!);
      if (names.some((name) => taken.has(name))) continue;
      names.forEach((name) => taken.add(name));
      text += own;
    }
  }
  throw new Error('there are no thousand lines to be translated');
}

/** Milliseconds of translating a thousand lines: the first time in a process, and later. */
export interface TranslationLaunch {
  readonly first: number;
  readonly later: number;
}

/** Bytes of code as esbuild prints it without comments, as it minifies that, and as gzip packs the latter. */
const FORMS = ['printed', 'minified', 'packed'] as const;
export type Bytes = Readonly<Record<(typeof FORMS)[number], number>>;

export interface Size {
  readonly module: string;
  readonly lines: number;
  readonly bytes: Bytes;
  /** Translated ÷ untranslated. */
  readonly ratios: Bytes;
}

const modules = [
  'benchmarks/plain/network.ts',
  'examples/digits/plain-network.ts',
  'node_modules/bezier-js/src/bezier.js',
  'node_modules/bezier-js/src/utils.js',
  'node_modules/fft.js/lib/fft.js',
  'node_modules/financial/dist/financial.esm.js',
  'node_modules/geographiclib-geodesic/src/Geodesic.js',
  'node_modules/ml-matrix/src/dc/evd.js',
  'node_modules/ml-matrix/src/dc/qr.js',
  'node_modules/ml-matrix/src/dc/svd.js',
  'node_modules/ml-matrix/src/matrix.js',
  'node_modules/odex/src/odex.ts',
  'node_modules/robust-predicates/esm/orient2d.js',
  'node_modules/vega-statistics/build/vega-statistics.js',
];

function bytesOf(text: string, loader: 'ts' | 'js'): Bytes {
  const [printed, minified] = [false, true].map(
    (minify) => transformSync(text, { loader, minify }).code,
  );
  return {
    printed: Buffer.byteLength(printed),
    minified: Buffer.byteLength(minified),
    packed: gzipSync(minified).length,
  };
}

const inAllForms = (of: (form: keyof Bytes) => number): Bytes =>
  Object.fromEntries(FORMS.map((form) => [form, of(form)])) as unknown as Bytes;

/** The size of the translation of real modules: of each, and of all together. */
export function sizes(): { readonly each: Size[]; readonly all: Bytes } {
  const translated: Bytes[] = [];
  const each = modules.map((module) => {
    const source = textOf(module);
    const { code } = translate(source, { filename: fileURLToPath(new URL(module, project)) });
    const bytes = bytesOf(source, module.endsWith('.ts') ? 'ts' : 'js');
    const after = bytesOf(code, 'js');
    translated.push(after);
    return {
      module: module.replace('node_modules/', ''),
      lines: source.split('\n').length - 1,
      bytes,
      ratios: inAllForms((form) => after[form] / bytes[form]),
    };
  });
  const total = (all: readonly Bytes[], form: keyof Bytes) =>
    all.reduce((sum, bytes) => sum + bytes[form], 0);
  const before = each.map(({ bytes }) => bytes);
  return { each, all: inAllForms((form) => total(translated, form) / total(before, form)) };
}

export interface TranslationResult extends TranslationLaunch {
  readonly lines: number;
  readonly sizes: ReturnType<typeof sizes>;
}

export function summariseTranslation(launches: readonly TranslationLaunch[]): TranslationResult {
  return {
    first: median(launches.map(({ first }) => first)),
    later: median(launches.map(({ later }) => later)),
    lines: thousandLines().split('\n').length - 1,
    sizes: sizes(),
  };
}
