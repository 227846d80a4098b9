import { build } from 'bun';
import deltaTape from 'delta-tape/bun';

await build({
  entrypoints: ['src/main.ts'],
  outdir: 'dist',
  target: 'node',
  plugins: [deltaTape()],
});
