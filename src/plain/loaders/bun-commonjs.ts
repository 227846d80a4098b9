/**
 * CommonJS as an ES module, for Bun, which runs no CommonJS that comes from a plugin. `require` of such a module gives its
 * `module.exports` (Bun takes what is exported by that name), also while it is still running; its names can be imported as far
 * as its text tells them. The lines are those of the text.
 */

/** True for a file that only its text shows to be CommonJS. */
export const isCommonjs = (file: string, code: string): boolean =>
  /\.c[jt]s$/.test(file) ||
  (!/^\s*(import|export)\b(?!\s*\()/m.test(code) &&
    /\brequire\s*\(|\bexports\b|\bmodule\b|\b__(?:dir|file)name\b/.test(code));

/** The names that a text exports. */
function namesIn(code: string): string[] {
  const assigned = Array.from(
    code.matchAll(/\bexports\.([A-Za-z_$][\w$]*)\s*=/g),
    ([, name]) => name,
  );
  const [, all = ''] = /\bmodule\.exports\s*=\s*\{([^}]*)\}/.exec(code) ?? [];
  const listed = Array.from(
    all.matchAll(/(?:^|,)\s*([A-Za-z_$][\w$]*)\s*(?=[,:(]|$)/g),
    ([, name]) => name,
  );
  return [...new Set([...assigned, ...listed])].filter((name) => name !== 'default');
}

const MODULES = "globalThis[Symbol.for('delta-tape.commonjs')]";

/** @param written the text from which names are taken */
export function asModule(code: string, written = code): string {
  const names = namesIn(written);
  const exported = names.map((name, k) => `$name${k} as ${name}`);
  return (
    `const $modules = ${MODULES} ??= new Map(), $native = import.meta.require, ` +
    '$module = { exports: {}, id: import.meta.path, filename: import.meta.path, loaded: false, children: [], paths: [] }, ' +
    '$require = Object.assign((name) => { const known = $modules.get($native.resolve(name)); ' +
    'return known === undefined ? $native(name) : known.exports; }, $native, import.meta.main ? { main: $module } : {}); ' +
    '$modules.set(import.meta.path, $module); ' +
    `(function (exports, require, module, __filename, __dirname) { ${code.replace(/^#!.*/, '')}\n` +
    '}).call($module.exports, $module.exports, $require, $module, import.meta.path, import.meta.dir);\n' +
    '$module.loaded = true;\nconst $exports = $module.exports;\n' +
    names.map((name, k) => `const $name${k} = $exports?.${name};\n`).join('') +
    `export { ${['$exports as default', "$exports as 'module.exports'", ...exported].join(', ')} };\n`
  );
}
