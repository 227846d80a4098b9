import deltaTape from 'delta-tape/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [deltaTape()] });
