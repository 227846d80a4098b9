/** The lowered forms of the log densities, as the translator makes them of their sources. */
import { readFileSync } from 'node:fs';
import { translate } from 'delta-tape/plain';

const files = [
  'support',
  'continuous',
  'positive',
  'discrete',
  'multivariate',
  'line-tails',
  'positive-tails',
];
const filesOfRows = ['log-rows', 'student-kernel', 'gamma-kernels', 'beta-kernels'];

/** Rows that are not of the table. A form names them, and knows nothing else of them. */
const stubs = (folder: string): string =>
  filesOfRows
    .flatMap((file) => [
      ...readFileSync(`${folder}/${file}.ts`, 'utf8').matchAll(/^export const (\w+): \w+ary = /gm),
    ])
    .map(([, name]) => `const ${name} = definePrimitive();`)
    .join('\n');

/** One module of all of them, as a user would write it. */
function moduleOf(texts: readonly string[], folder: string): string {
  const names = new Set<string>();
  const bodies = texts.map((whole) =>
    whole
      .replace(/^import (type )?\{([^}]*)\} from '([^']*)';$/gm, (_, type, list: string, from) => {
        const isOfCore =
          type === undefined &&
          /core\/(comparisons|primitives|real)|special\/special/.test(String(from));
        for (const name of isOfCore ? list.split(',') : [])
          if (!/^\s*(type .*)?$/.test(name)) names.add(name.trim());
        return '';
      })
      .replace(/^import .*$/gm, '')
      .replace(/^\/\*\* A log density with what [\s\S]*?;$/gm, '')
      .replace(/\/\* @__PURE__ \*\/ density\(\s*[\w.]+,\s*\[[^\]]*\],\s*/g, '(')
      .replace(/= \(\(/g, '= (')
      .replace(/,?\s*\) as \w*Density\d?;/g, ';')
      .replace(/\bReals\b/g, 'number[]')
      .replace(/\bReal\b/g, 'number')
      .replaceAll('ArrayLike<number[]>', 'number[][]')
      // Constants are no variables that are captured.
      .replace(/(?<!const )\bOUTSIDE\b/g, '-Infinity')
      .replace(/(?<!const )\bLOG_2PI\b/g, String(Math.log(2 * Math.PI))),
  );
  const imported = [...names].join(', ');
  return `import { definePrimitive, ${imported} } from 'delta-tape';\n${stubs(folder)}\n${bodies.join('\n')}`;
}

const unescaped = (raw: string): string => raw.replace(/\\([\\`$])/g, '$1');

/** The rows that the source of each density lists beside its form. */
function listedRows(texts: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const lists = /density\(\s*forms\.(\w+),\s*\[([^\]]*)\],/g;
  return new Map(
    [...texts.join('\n').matchAll(lists)].map(([, name, list]) => [
      name,
      list.split(/,\s*/).filter((row) => row !== ''),
    ]),
  );
}

/** The text of src/learn/inference/distributions/forms.ts. */
export function loweredDensities(folder: string): string {
  const texts = files.map((file) => readFileSync(`${folder}/${file}.ts`, 'utf8'));
  const { code } = translate(moduleOf(texts, folder), { filename: 'densities.ts' });
  const literal = '`((?:[^`\\\\]|\\\\.)*)`';
  const calls = new RegExp(
    `lowered\\((\\w+Log(?:Density|Cdf|Survival)), ${literal}(?:, \\(\\) => \\[\\](?:, \\(\\) => \\[([^\\]]*)\\])?)?\\);`,
    'g',
  );
  const listed = listedRows(texts);
  const forms = [...code.matchAll(calls)].map(([, name, text, rows = '']) => {
    const wanted = listed.get(name)?.join(', ');
    if (wanted !== rows) throw new Error(`${name} lists the rows [${wanted}], but names [${rows}]`);
    return `export const ${name} =\n  '${unescaped(text).replace(/[\\']/g, '\\$&')}';`;
  });
  return [
    '/** The log densities as compiled code takes them, which scripts/lowered.ts writes. */',
    ...forms,
    '',
  ].join('\n');
}
