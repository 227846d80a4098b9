/** The runtime of translated functions where programs are not bundled: it has the compiler. */
import '../compiler.js';

export * from './in-pages.js';
