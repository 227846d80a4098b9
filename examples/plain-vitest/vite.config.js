import deltaTape from 'delta-tape/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({ plugins: [deltaTape()], test: { globals: true } });
