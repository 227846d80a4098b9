/** The plugin of Vite. */
import { bundler } from './bundler.js';

export default bundler.vite;
