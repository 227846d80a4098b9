import deltaTape from 'delta-tape/esbuild';
import { build } from 'esbuild';

await build({
  entryPoints: ['src/main.ts'],
  bundle: true,
  format: 'esm',
  platform: 'node',
  sourcemap: true,
  outfile: 'dist/main.js',
  plugins: [deltaTape()],
});
