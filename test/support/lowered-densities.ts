/** The lowered forms of the log densities, as the translator makes them of their sources. */
import { readFileSync } from 'node:fs';
import { translate } from 'delta-tape/plain';

const files = ['support', 'continuous', 'positive', 'discrete', 'multivariate'];

/** One module of all of them, as a user would write it. */
function moduleOf(folder: string): string {
  const names = new Set<string>();
  const texts = files.map((file) =>
    readFileSync(`${folder}/${file}.ts`, 'utf8')
      .replace(/^import (type )?\{([^}]*)\} from '([^']*)';$/gm, (_, type, list: string, from) => {
        const isOfCore =
          type === undefined && /core\/(comparisons|primitives|real)/.test(String(from));
        for (const name of isOfCore ? list.split(',') : [])
          if (!/^\s*(type .*)?$/.test(name)) names.add(name.trim());
        return '';
      })
      .replace(/^import .*$/gm, '')
      .replace(/^export const density = [^;]*;$/gm, '')
      .replace(/^\/\*\* A log density with what .*$/gm, '')
      .replace(/\/\* @__PURE__ \*\/ density\(\s*[\w.]+,\s*/g, '(')
      .replaceAll('= primitive(', '= definePrimitive(')
      .replace(/= \(\(/g, '= (')
      .replace(/,?\s*\) as \w*Density\d?;/g, ';')
      .replace(/\bReals\b/g, 'number[]')
      .replace(/\bReal\b/g, 'number')
      .replaceAll('ArrayLike<number[]>', 'number[][]')
      // Constants are no variables that are captured.
      .replace(/(?<!const )\bOUTSIDE\b/g, '-Infinity')
      .replace(/(?<!const )\bLOG_2PI\b/g, String(Math.log(2 * Math.PI))),
  );
  const own = [...names].filter((name) => !['primitive', 'convention', 'domain'].includes(name));
  return `import { definePrimitive, ${own.join(', ')} } from 'delta-tape';\n${texts.join('\n')}`;
}

const unescaped = (raw: string): string => raw.replace(/\\([\\`$])/g, '$1');

/** Rows that are not of the table, in the order in which all forms name them. */
const operators = ['xlogy', 'xlog1py'];

/** The text with the numbers of its own rows, which are named in another order. */
function renumbered(text: string, own: readonly string[]): string {
  const named = text.replace(
    /"@(\d)"/g,
    (_, k: string) => `"@${operators.indexOf(own[Number(k)])}"`,
  );
  return named.replace(/[\\']/g, '\\$&');
}

/** The text of src/learn/inference/distributions/forms.ts. */
export function loweredDensities(folder: string): string {
  const { code } = translate(moduleOf(folder), { filename: 'densities.ts' });
  const literal = '`((?:[^`\\\\]|\\\\.)*)`';
  const calls = new RegExp(
    `lowered\\((\\w+LogDensity), ${literal}(?:, \\(\\) => \\[\\](?:, \\(\\) => \\[([^\\]]*)\\])?)?\\);`,
    'g',
  );
  const forms = [...code.matchAll(calls)].map(([, name, text, own = '']) => {
    const form = renumbered(unescaped(text), own.split(', '));
    return `export const ${name} =\n  '${form}';`;
  });
  return [
    '/** The log densities as compiled code takes them, which scripts/lowered.ts writes. */',
    ...forms,
    '',
  ].join('\n');
}
