/** The plugin of esbuild. */
import { bundler } from './bundler.js';

export default bundler.esbuild;
