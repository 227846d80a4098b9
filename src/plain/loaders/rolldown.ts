/** The plugin of Rolldown. */
import { bundler } from './bundler.js';

export default bundler.rolldown;
