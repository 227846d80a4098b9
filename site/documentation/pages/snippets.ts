/** Snippets with a link below them that opens them in the explorer. */
import { addressOf, readAddress } from '../../explorer/logic/address.js';
import { linesOf } from './markdown.js';

/** The modules that code in the explorer may import. */
const known =
  /^(delta-tape(\/(plain|compile|delta|monad|solve|learn|learn\/inference|numpy|nn|runtime))?|immutable)$/;

const imports = (code: string): string[] =>
  [...code.matchAll(/(?:from|import) '([^']+)'/g)].map(([, name]) => name);

/** Where the explorer shows this code; undefined if it could not run it: modules there do not wait for promises. */
export const explored = (code: string): string | undefined =>
  imports(code).every((name) => known.test(name)) && !/\bawait\b/.test(code)
    ? addressOf({ code })
    : undefined;

/** A page whose blocks in `ts` have links. */
export function withExplorer(markdown: string): string {
  const lines: string[] = [];
  let code: string[] | undefined;
  for (const { line } of linesOf(markdown)) {
    if (code === undefined && /^```ts( plain)?$/.test(line)) {
      code = [];
      lines.push('```ts');
    } else if (code !== undefined && line === '```') {
      const address = explored(code.join('\n'));
      lines.push(
        line,
        ...(address === undefined ? [] : ['', `<OpenInExplorer to="${address}" />`]),
      );
      code = undefined;
    } else {
      code?.push(line);
      lines.push(line);
    }
  }
  return lines.join('\n');
}

/** The code of all links to the explorer on a page. */
export const codeIn = (page: string): string[] =>
  [...page.matchAll(/<OpenInExplorer to="([^"]+)"/g)].flatMap(([, address]) => {
    const shown = readAddress(address);
    return shown !== undefined && 'code' in shown ? [shown.code] : [];
  });

/** The first snippet of a page, with what it prints: a test has run it. */
export const firstSnippet = (markdown: string): string =>
  /^```ts plain\n[^]*?\n```\n\n```text\n[^]*?\n```$/m.exec(markdown)![0];
