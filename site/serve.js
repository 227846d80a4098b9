/** Serves the built site as a static host does: `npm run site:preview`. */
import { createServer } from 'node:http';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { URL } from 'node:url';

const dist = join(import.meta.dirname, 'dist');
const types = {
  ...{ '.html': 'text/html', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png' },
  ...{ '.js': 'text/javascript', '.json': 'application/json', '.wasm': 'application/wasm' },
};

/** The path that the documentation is built for; the explorer works under any. */
export const { SITE_BASE: base = '/' } = process.env;

/**
 * @param options.under the path that the site is served under
 * @param options.bytesOf what stands in a file
 * @returns the address of the site, all paths that it was asked for, and what ends it
 */
export async function served({
  port = 0,
  under = base,
  bytesOf = (file) => readFileSync(join(dist, file)),
} = {}) {
  const asked = [];
  const server = createServer(({ url }, answer) => {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    asked.push(path);
    const file = path.slice(under.length) + (path.endsWith('/') ? 'index.html' : '');
    const full = join(dist, file);
    const isInside = path.startsWith(under) && full.startsWith(join(dist, '/'));
    if (!isInside || !existsSync(full) || !statSync(full).isFile()) {
      answer.writeHead(404, { 'content-type': 'text/html' });
      answer.end(bytesOf('404.html'));
      return;
    }
    answer.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    answer.end(bytesOf(file));
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${server.address().port}${under}`;
  return { address, asked, close: () => server.close() };
}

if (process.argv[1] === import.meta.filename) {
  const { address } = await served({ port: 4173 });
  console.log(`the site is at ${address}`);
}
