/** The experience of a visitor who clones the repository, installs and builds it. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm, ran } from './support/installed.js';
import { isWhole } from './support/sample.js';

const repository = join(__dirname, '..');

interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
}

const { bin } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as Manifest;

/** The environment without the settings that a running npm hands on. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')),
);

describe('npm ci', () => {
  /** The output that it would print as warnings, with more options. */
  const warnings = async (folder: string, ...more: string[]): Promise<string> => {
    const args = ['ci', '--dry-run', '--ignore-scripts', '--prefer-offline', ...more];
    return (await ran(npm, args, folder, env)).stderr;
  };

  test('is asked for errors only, in the library and in the site.', async () => {
    for (const folder of ['.', 'site']) {
      const { stdout } = await ran(
        npm,
        ['config', 'get', 'loglevel'],
        join(repository, folder),
        env,
      );
      expect(stdout.trim()).toBe('error');
    }
  });

  (isWhole ? test : test.skip)('prints no warnings, though there are some.', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'delta-tape-'));
    try {
      for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
        cpSync(join(repository, file), join(folder, file));
      }
      expect(await warnings(folder)).toBe('');
      expect(await warnings(folder, '--loglevel=warn')).toMatch(/npm warn/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test('The command of a build can be run, as npx runs it in a clone.', async () => {
  if (process.platform === 'win32') return;
  for (const path of Object.values(bin)) {
    expect((await ran(join(repository, path), ['--help'], repository)).stdout).toMatch(
      'delta-tape',
    );
  }
});
