/**
 * Programs of several modules with a class in them, put together by bundlers and served by Vite: also where another module
 * stands in the place of one that was read, and where one is edited. Each program compares code with a run.
 */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installed, ran } from '../../support/installed.js';
import { inTurn, isWhole } from '../../support/sample.js';
const repository = join(__dirname, '../../..');

const constants = (gain: number, shift: string) =>
  `export const GAIN = ${gain};\nexport const shift = (x: number): number => ${shift};\n`;
const layer = (factor: number, sum: string) => `import { GAIN, shift } from './constants';
  export const FACTOR = ${factor};
  export class Layer {
    w: number;
    b: number;
    constructor(w: number, b: number) {
      this.w = w;
      this.b = b;
    }
    apply(x: number): number { return FACTOR * (${sum}) * GAIN + shift(x); }
  }
`;
const first = layer(2, 'this.w * x + this.b');

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "private": true, "type": "module" }',
  'constants.ts': constants(2, 'x + 1'),
  'constants-other.ts': constants(7, 'x * x - 3'),
  'layer.ts': first,
  'layer-other.ts': layer(3, 'this.w * x * x - this.b'),
  'loss.ts': `import { Layer } from './layer';
    export function loss(p: number[]): number {
      let y = 1;
      for (let k = 0; k + 1 < p.length; k += 2) y = new Layer(p[k], p[k + 1]).apply(y);
      return y * y;
    }`,
  'main.ts': `import { valueAndGrad } from 'delta-tape';
    import { why } from 'delta-tape/plain';
    import { loss } from './loss';
    export function told() {
      const x = [1, 2, 3, 4];
      const [code, run] = [{}, { maxOperations: 1e9 }].map((by) => valueAndGrad(loss, by)(x));
      return [loss(x), code.value, run.value, code.gradient.join(), run.gradient.join(), why(loss).answers];
    }
    console.log(JSON.stringify(told()));`,
};

const replacing = `
  const [, , replaced] = process.argv;
  const of = new RegExp('^\\\\./' + replaced + '$');
  const other = import.meta.dirname + '/' + replaced + '-other.ts';`;
const builds = {
  webpack: `import webpack from 'webpack';
    import { writeFileSync } from 'node:fs';
    import deltaTape from 'delta-tape/webpack';
    ${replacing}
    // webpack itself knows no types.
    writeFileSync('strip.cjs', "module.exports = (text) => text.replace(/: number(\\\\[\\\\])?/g, '').replace(/^ *[wb];$/gm, '');");
    webpack({
      mode: 'production', entry: './main.ts', target: 'node', resolve: { extensions: ['.ts', '.js'] },
      module: { rules: [{ test: /\\.ts$/, use: ['./strip.cjs'] }] },
      output: { filename: 'main.cjs' }, optimization: { minimize: ${isWhole} },
      plugins: [deltaTape(), new webpack.NormalModuleReplacementPlugin(of, other)],
    }, (error, stats) => {
      if (error) throw error;
      if (stats.hasErrors()) throw new Error(stats.toString());
    });`,
  esbuild: `import { build } from 'esbuild';
    import deltaTape from 'delta-tape/esbuild';
    ${replacing}
    const replace = { name: 'replace', setup: ({ onResolve }) => onResolve({ filter: of }, () => ({ path: other })) };
    await build({
      entryPoints: ['main.ts'], bundle: true, format: 'cjs', outfile: 'dist/main.cjs',
      plugins: [replace, deltaTape()],
    });`,
  vite: `import { build } from 'vite';
    import deltaTape from 'delta-tape/vite';
    ${replacing}
    await build({
      configFile: false, logLevel: 'error', plugins: [deltaTape()],
      ssr: { noExternal: true }, resolve: { alias: [{ find: of, replacement: other }] },
      build: { ssr: 'main.ts', rollupOptions: { output: { format: 'cjs', entryFileNames: 'main.cjs' } } },
    });`,
};

const serving = `import { createServer } from 'vite';
  import { writeFileSync } from 'node:fs';
  import deltaTape from 'delta-tape/vite';
  const server = await createServer({
    configFile: false, appType: 'custom', logLevel: 'error', plugins: [deltaTape()],
    server: { middlewareMode: true, ws: false, watch: null },
  });
  for (const [name, text] of [[], ...JSON.parse(process.argv[2])]) {
    if (name !== undefined) {
      writeFileSync(name, text);
      for (const module of server.moduleGraph.getModulesByFile(import.meta.dirname + '/' + name))
        server.moduleGraph.invalidateModule(module);
    }
    await server.ssrLoadModule('/main.ts');
  }
  await server.close();`;

let project: string;
let remove: () => void;

beforeAll(async () => {
  ({ project, remove } = await installed());
  for (const tool of [...Object.keys(builds)]) {
    const path = join(project, 'node_modules', tool);
    if (!existsSync(path)) symlinkSync(join(repository, 'node_modules', tool), path);
  }
}, 180_000);

afterAll(() => remove());

/** A program in a folder of its own. */
function program(name: string, script: string): string {
  const folder = join(project, name);
  for (const [file, text] of Object.entries({ ...files, 'script.js': script })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const node = async (folder: string, ...args: string[]): Promise<string[]> =>
  (await ran(process.execPath, args, folder)).stdout.trim().split('\n');

/** The lines that were told, if code says what a run says. */
function agreed(line: string): unknown {
  const [plain, value, byRun, gradient, gradientByRun, answers] = JSON.parse(line) as unknown[];
  expect([value, gradient]).toEqual([plain, gradientByRun]);
  expect(byRun).toBe(plain);
  return [value, answers];
}

describe.each(Object.entries(builds))('%s', (name, script) => {
  const changes = [
    ['as they are', 'none', 39_601, 'compiled'],
    ['with another class', 'layer', 68_121, 'general'],
    ['with other constants and functions', 'constants', 11_108_889, 'general'],
  ] as const;
  test.each(inTurn(changes, 3))(
    'puts modules together %s.',
    async (_, replaced, value, answers) => {
      const folder = program(`${name}-${replaced}`, script);
      await node(folder, 'script.js', replaced);
      const [line] = await node(folder, 'dist/main.cjs');
      expect(agreed(line)).toEqual([value, answers]);
    },
  );
});

test('A server of Vite takes no class and no constant of a module that was edited.', async () => {
  const folder = program('served', serving);
  const edits = [
    ['layer.ts', layer(3, 'this.w * x + this.b')],
    ['layer.ts', layer(3, 'this.w * x - this.b')],
    ['constants.ts', constants(7, 'x * x - 3')],
    ['constants.ts', constants(2, 'x + 1')],
    ['layer.ts', first],
  ];
  const lines = await node(folder, 'script.js', JSON.stringify(edits));
  const told = lines.map(agreed) as [number, string][];
  expect(told).toHaveLength(1 + edits.length);
  expect(told[0]).toEqual([39_601, 'compiled']);
  expect(told[5][0]).toBe(39_601);
  expect(told[4][0]).toBe(told[2][0]);
  expect(new Set(told.map(([value]) => value)).size).toBe(4);
});
