/**
 * The error of a native operator in packages prints a command. Run as it is printed, it makes the program run: under
 * Node's hooks, in a bundle, and under Jest; wherever the package manager has put the packages.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installed, ran } from '../../support/installed.js';
import { inTurn, testInTurn } from '../../support/sample.js';

const repository = join(__dirname, '../../..');
const manifest = () => '{\n\t"private": true\n}\n';
const building = (plugin = 'deltaTape()') => `
  import { build } from 'esbuild';
  import deltaTape from 'delta-tape/esbuild';
  await build({
    entryPoints: ['main.mts'], bundle: true, outfile: 'bundle.mjs', format: 'esm', sourcemap: 'inline',
    plugins: [${plugin}],
  });`;

const files: Readonly<Record<string, string>> = {
  'main.mts': `
    import { grad } from 'delta-tape';
    import { twice } from 'numeric';
    console.log(grad((x: number) => twice(x) * x)(3));`,
  'jest.config.cjs': `module.exports = { preset: 'delta-tape' };`,
  'numeric.test.js': `
    const { grad } = require('delta-tape');
    const { twice } = require('numeric');
    test('f', () => expect(grad((x) => twice(x) * x)(3)).toBe(12));`,
};

/** Packages that need each other: numeric is used by the program. */
const packages: Readonly<
  Record<string, { readonly needs: readonly string[]; readonly code: string }>
> = {
  numeric: {
    needs: ['@scope/helper'],
    code: `const { double } = require('@scope/helper');\nexports.twice = (x) => double(x);\n`,
  },
  '@scope/helper': {
    needs: ['far', 'missing', '@types/far'],
    code: 'exports.double = (x) => x * 2;\n',
  },
  far: { needs: ['numeric'], code: 'exports.far = (x) => x + 1;\n' },
};

/** Where package managers put them. */
const layouts = {
  npm: (name: string) => `node_modules/${name}`,
  pnpm: (name: string) => `node_modules/.pnpm/${name.replace('/', '+')}@1.0.0/node_modules/${name}`,
};

/** Installs the packages in the way of a package manager. */
function place(manager: keyof typeof layouts): void {
  for (const path of ['numeric', 'far', '@scope', '.pnpm'])
    rmSync(join(project, 'node_modules', path), { recursive: true, force: true });
  const link = (name: string, from: string): void => {
    const path = join(project, from, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) symlinkSync(join(project, layouts[manager](name)), path);
  };
  for (const [name, { needs, code }] of Object.entries(packages)) {
    const dependencies = Object.fromEntries(needs.map((other) => [other, '*']));
    write(
      `${layouts[manager](name)}/package.json`,
      JSON.stringify({ main: './index.js', dependencies }),
    );
    write(`${layouts[manager](name)}/index.js`, code);
  }
  if (manager === 'npm') return;
  link('numeric', '');
  for (const [name, { needs }] of Object.entries(packages))
    for (const other of needs)
      if (other in packages)
        link(other, layouts[manager](name).replace(`/node_modules/${name}`, ''));
}

let project: string;
let remove: () => void;

const write = (name: string, text: string): void => {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
};

beforeAll(async () => {
  ({ project, remove } = await installed());
  for (const tool of ['esbuild', 'jest', 'babel-jest']) {
    const path = join(project, 'node_modules', tool);
    if (!existsSync(path)) symlinkSync(join(repository, 'node_modules', tool), path);
  }
  for (const [name, text] of Object.entries(files)) write(name, text);
}, 240_000);

beforeEach(() => {
  place('npm');
  write('package.json', manifest());
});

afterAll(() => remove());

/** The output of a program, on both channels. */
const node = async (...args: string[]): Promise<string> => {
  const { stdout, stderr } = await ran(process.execPath, args, project);
  return stdout + stderr;
};

/** The output of a program that fails. */
async function refused(run: () => Promise<string>): Promise<string> {
  let printed: string;
  try {
    printed = await run();
  } catch (error) {
    return String(error);
  }
  throw new Error(`nothing was refused: ${printed}`);
}

const where =
  /in (exports\.)?double at \S*node_modules.@scope.helper.index\.js:1:\d+, a dual number met/;

/** Runs the command that an error prints. */
async function followed(text: string): Promise<void> {
  const [, names] = /: npx delta-tape include ([^,.;]*)/.exec(text)!;
  const command = join(project, 'node_modules/delta-tape/dist/node/cli/main.js');
  expect(await node(command, 'include', ...names.split(' '))).toMatch(
    /: added @scope\/helper, numeric, far\.\n$/,
  );
}

describe('The command that the error of packages prints', () => {
  test.each(inTurn(['npm', 'pnpm'] as const, 2))(
    'has Node translate all that are at work, with what they need (%s).',
    async (manager) => {
      place(manager);
      const run = () => node('--import', 'delta-tape/register', 'main.mts');
      const text = await refused(run);
      expect(text).toMatch(where);
      expect(text).toMatch(
        /in the package @scope\/helper, reached through numeric, called from \S*main\.mts:4:\d+\./,
      );
      expect(text).toMatch(
        'Have them translated, with what they need (far): npx delta-tape include @scope/helper numeric',
      );
      await followed(text);
      expect(readFileSync(join(project, 'package.json'), 'utf8')).toBe(
        `{\n\t"private": true,\n\t"delta-tape": {\n\t\t"include": [\n\t\t\t".",\n\t\t\t"node_modules/@scope/helper",\n\t\t\t"node_modules/numeric",\n\t\t\t"node_modules/far"\n\t\t]\n\t}\n}\n`,
      );
      expect(await run()).toBe('12\n');
    },
  );

  testInTurn(0, 2)('has esbuild translate them.', async () => {
    const run = async (): Promise<string> => {
      await node('build.mjs');
      return node('--enable-source-maps', 'bundle.mjs');
    };
    write('build.mjs', building());
    const text = await refused(run);
    expect(text).toMatch(where);
    await followed(text);
    expect(await run()).toBe('12\n');
    write('package.json', manifest());
    const patterns = /by ('.*') in the option include of deltaTape\(\) of delta-tape\/esbuild/.exec(
      text,
    )![1];
    write('build.mjs', building(`deltaTape({ include: ['.', ${patterns}] })`));
    expect(await run()).toBe('12\n');
  });

  testInTurn(1, 2)('has Jest translate them.', async () => {
    const run = () => node('node_modules/jest/bin/jest.js', '--rootDir', project);
    const text = await refused(run);
    expect(text).toMatch(where);
    expect(text).toMatch("with preset: 'delta-tape' in jest.config.js");
    await followed(text);
    expect(await run()).toMatch('1 passed');
  });
});
