import { defineConfig } from '@farmfe/core';
import deltaTape from 'delta-tape/farm';

export default defineConfig({
  compilation: {
    input: { main: './src/main.ts' },
    output: { path: 'dist', targetEnv: 'node', format: 'esm' },
  },
  plugins: [deltaTape()],
});
