/** Markdown by lines: what is code, what headings are called in addresses, and what links lead to. */

const fence = /^(`{3,}|~{3,})/;

/** Each line, and whether it belongs to a block of code, its fences included. */
export function* linesOf(markdown: string): Generator<{ line: string; isCode: boolean }> {
  let open: string | undefined;
  for (const line of markdown.split('\n')) {
    const found = fence.exec(line)?.[1];
    yield { line, isCode: open !== undefined || found !== undefined };
    if (found !== undefined) open = open === undefined ? found : line === open ? undefined : open;
  }
}

/** The lines outside of code, changed. */
export const proseOf = (markdown: string, change: (line: string) => string): string =>
  Array.from(linesOf(markdown), ({ line, isCode }) => (isCode ? line : change(line))).join('\n');

/** The text that a heading shows: without the marks of code and links. */
export const shownIn = (heading: string): string =>
  heading.replaceAll('`', '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');

/** The name of a heading in addresses, as on GitHub, for which the documents are written. */
export const slugOf = (heading: string): string =>
  shownIn(heading)
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');

/** All names that an address of this page may end in: of headings, and those that are written as HTML. */
export function anchorsIn(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const { line, isCode } of linesOf(markdown)) {
    if (isCode) continue;
    const heading = /^#{1,6} (.*)$/.exec(line)?.[1];
    if (heading !== undefined) {
      const slug = slugOf(heading);
      let name = slug;
      for (let k = 1; anchors.has(name); k++) name = `${slug}-${k}`;
      anchors.add(name);
    }
    for (const [, id] of line.matchAll(/ id="([^"]+)"/g)) anchors.add(id);
  }
  return anchors;
}

const link = /(\]\()([^)\s]+)(\))/g;

/** The targets of all links and pictures outside of code. */
export function targetsIn(markdown: string): string[] {
  const targets: string[] = [];
  proseOf(markdown, (line) => {
    for (const [, , target] of line.replace(/`[^`]*`/g, '').matchAll(link)) targets.push(target);
    return line;
  });
  return targets;
}

/** The same page with other targets. Code in a line is left alone. */
export const withTargets = (markdown: string, change: (target: string) => string): string =>
  proseOf(markdown, (line) =>
    line
      .split(/(?<!`)(`[^`]*`)(?!`)/)
      // A link may have code as its text, so its end stands in a piece of its own.
      .map((piece, k) =>
        k % 2 === 1
          ? piece
          : piece.replace(
              link,
              (_, before: string, target: string, after: string) =>
                `${before}${change(target)}${after}`,
            ),
      )
      .join(''),
  );
