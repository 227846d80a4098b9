/** Serves the built site as a static host does: `npm run site:preview`. */
import { createServer } from 'node:http';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { URL } from 'node:url';

const dist = join(import.meta.dirname, 'dist');
const types = {
  ...{ '.html': 'text/html', '.css': 'text/css', '.svg': 'image/svg+xml' },
  ...{ '.js': 'text/javascript', '.json': 'application/json', '.wasm': 'application/wasm' },
};

/** The path that the site is served under. */
export const { SITE_BASE: base = '/' } = process.env;

/** @param textOf what stands in a file */
export async function served(port, textOf = (file) => readFileSync(join(dist, file))) {
  const server = createServer(({ url }, answer) => {
    const path = decodeURIComponent(new URL(url, 'http://a').pathname);
    const file = posix.relative(base, path.endsWith('/') ? `${path}index.html` : path);
    const full = join(dist, file);
    if (
      !path.startsWith(base) ||
      file.startsWith('..') ||
      !existsSync(full) ||
      !statSync(full).isFile()
    ) {
      answer.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
      return;
    }
    answer.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    answer.end(textOf(file));
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${server.address().port}${base}` };
}

if (process.argv[1] === import.meta.filename) {
  const { address } = await served(4173);
  console.log(`the site is at ${address}`);
}
