/**
 * The size of programs in bundles, without the library, with the derivatives that the plugin adds and
 * without them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';

/** Programs of 5 to 60 lines, as people write them. */
export function bundledPrograms(project: URL): string[] {
  const inFolder = (folder: string): string[] =>
    readdirSync(new URL(folder, project))
      .filter((file) => file.endsWith('.ts'))
      .sort()
      .map((file) => `${folder}/${file}`);
  return [...inFolder('benchmarks/plain'), ...inFolder('benchmarks/bundled')];
}

/** Bytes of a bundle, and of the same packed by gzip. */
interface BundleBytes {
  readonly minified: number;
  readonly packed: number;
}

export interface BundleSize {
  readonly program: string;
  readonly lines: number;
  readonly original: BundleBytes;
  readonly translated: BundleBytes;
}

/** A minified bundle of a program. The statements that import the library are in it, as it is left out. */
export async function bundleOf(
  program: string,
  project: URL,
  plugins: readonly Plugin[],
  format: 'esm' | 'cjs' = 'esm',
): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(program, project))],
    bundle: true,
    minify: true,
    write: false,
    format,
    platform: 'neutral',
    external: ['delta-tape', 'delta-tape/*'],
    plugins: [...plugins],
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}

/** @param plugin that of the library */
export async function bundleSize(
  program: string,
  project: URL,
  plugin: Plugin,
): Promise<BundleSize> {
  const bytes = async (plugins: readonly Plugin[]): Promise<BundleBytes> => {
    const text = await bundleOf(program, project, plugins);
    return { minified: Buffer.byteLength(text), packed: gzipSync(text).length };
  };
  return {
    program: program.replace('benchmarks/', ''),
    lines: readFileSync(new URL(program, project), 'utf8').trimEnd().split('\n').length,
    original: await bytes([]),
    translated: await bytes([plugin]),
  };
}

export const bundleSizes = (project: URL, plugin: Plugin): Promise<BundleSize[]> =>
  Promise.all(bundledPrograms(project).map((program) => bundleSize(program, project, plugin)));
