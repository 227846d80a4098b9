import { existsSync } from 'node:fs';
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const isWhole = process.env.WHOLE !== undefined;
/** The page of the explorer has packages of its own, without which its types are not known. */
const hasSite = existsSync('site/node_modules/preact') && existsSync('dist/index.d.ts');

export default defineConfig(
  // What npm run docs:sources writes is code as others have it.
  globalIgnores([
    'dist',
    'build',
    'coverage',
    'examples/source/*-{gradient,jvp,vjp,hvp,jacobian}.ts',
    'site/dist',
    'site/documentation/.made',
    'site/documentation/.vitepress',
    'site/explorer/examples',
    ...(hasSite ? [] : ['site/explorer/page']),
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Error messages describe values of unknown type.
      '@typescript-eslint/no-base-to-string': 'off',
    },
  },
  {
    // The rule checks each assertion once more without it: half of the time of all rules. It waits for `npm run verify`.
    files: isWhole ? ['test/**/*.ts'] : ['**/*.ts'],
    rules: { '@typescript-eslint/no-unnecessary-type-assertion': 'off' },
  },
  {
    // Settings of an example are for a project in which the library is installed.
    files: ['examples/**/*.ts'],
    languageOptions: {
      parserOptions: {
        projectService: false,
        project: './tsconfig.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
  },
  {
    // The types of numpy-ts are known where the library is built, and not where its sources are read.
    files: [
      'examples/digits/network.ts',
      'benchmarks/arrays/**/*.ts',
      'test/learn/{files,optimizers,training}/*.ts',
      'src/numpy/exports/*.ts',
      'test/support/bundled/*.ts',
    ],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
    },
  },
  {
    // The one place where functions are made from text.
    files: ['src/core/specialise.ts'],
    rules: {
      '@typescript-eslint/no-implied-eval': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  {
    rules: { eqeqeq: ['error', 'always', { null: 'ignore' }] },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly' } },
  },
);
