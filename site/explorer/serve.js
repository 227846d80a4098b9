/** A server of the built site, under a path as a static host has it, which remembers what it was asked for. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { URL } from 'node:url';

const types = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export async function serve(folder, base = '/some/where/') {
  const asked = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    asked.push(pathname);
    const path = pathname.startsWith(base) ? pathname.slice(base.length) : '..';
    const file = join(folder, path === '' || path.endsWith('/') ? `${path}index.html` : path);
    const inFolder = file.startsWith(join(folder, '/'));
    readFile(inFolder ? file : join(folder, 'missing'))
      .then((bytes) => {
        response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
        response.end(bytes);
      })
      .catch(() => {
        response.statusCode = 404;
        response.end();
      });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${server.address().port}${base}`;
  return { address, asked, close: () => server.close() };
}
