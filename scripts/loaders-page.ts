/** docs/loaders.md: the example projects, how each is configured, and what the last runs found. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectsIn, type Project } from '../test/plain/loaders/projects.js';

export interface Result {
  readonly passed: boolean;
  readonly version?: string;
  readonly node: string;
  readonly date: string;
}

export type Results = Readonly<Record<string, Result>>;

export const resultsFile = 'examples/results.json';

export const resultsIn = (repository: string): Results =>
  existsSync(join(repository, resultsFile))
    ? (JSON.parse(readFileSync(join(repository, resultsFile), 'utf8')) as Results)
    : {};

const introduction = `# Loaders

Every loader translates [plain TypeScript](plain.md) in its own way. For each, the folder [examples](../examples) has a complete project.
\`npm run verify:loaders\` packs this library, installs each project by itself, runs it and checks what it prints. This page shows the
projects and the results of their last runs; \`npm run docs:loaders\` writes it.
`;

const refusals = `## What does not work

| what | why | instead |
| --- | --- | --- |
| ES modules of a package with \`"type": "commonjs"\` in Deno | Deno asks no hook for them, and the loader says so | \`"type": "module"\`, or names that end with \`.mts\` |
| ES modules of a package with \`"type": "commonjs"\` in Next | Turbopack refuses them, with this library or without | \`package.json\` without \`type\`, as create-next-app writes it |
| types checked by ts-node | the translation removes the types before ts-node sees the files | \`tsc --noEmit\` |
| \`vm\`, \`eval\`, \`new Function\` | no loader sees the text | [\`translate\`](api.md) the text, or \`plain(f)\` |
| code from a CDN, \`https:\` imports | these are not files of the project | copy them into the project |
| SWC, Oxc and the TypeScript compiler as plugins | the translator is a Babel plugin and runs before them | one of the ways above |
`;

const verified = (result: Result | undefined): string =>
  result === undefined
    ? 'not yet'
    : `${result.passed ? 'runs' : 'FAILS'}: ${result.date}, Node ${result.node}`;

const row = ({ name, example }: Project, result: Result | undefined): string => {
  const version = result?.version === undefined ? '' : ` ${result.version}`;
  const cells = [
    `[${example.loader}](../examples/${name})${version}`,
    verified(result),
    example.note ?? '',
  ];
  return `| ${cells.join(' | ')} |`;
};

const languages: Readonly<Record<string, string>> = { toml: 'toml', json: 'json', yml: 'yaml' };

function block(repository: string, name: string, file: string): string {
  const text = readFileSync(join(repository, 'examples', name, file), 'utf8').trimEnd();
  const language = languages[file.split('.').pop()!] ?? 'js';
  return `\`${file}\`:\n\n\`\`\`${language}\n${text}\n\`\`\``;
}

function configuration(repository: string, { name, example, scripts }: Project): string {
  const start = `\`\`\`sh\n${scripts.start}\n\`\`\``;
  const blocks = (example.shows ?? []).map((file) => block(repository, name, file));
  const isCommand = scripts.start.includes('delta-tape/register');
  const parts = isCommand ? [start, ...blocks] : blocks;
  return [`### ${example.loader}`, ...parts].join('\n\n');
}

export function loadersPage(repository: string, results = resultsIn(repository)): string {
  const projects = projectsIn(repository);
  const rows = projects.map((project) => row(project, results[project.name]));
  const table = ['| loader | last run | note |', '| --- | --- | --- |', ...rows].join('\n');
  const configurations = projects.map((project) => configuration(repository, project));
  return (
    [introduction, `${table}\n`, refusals, '## Configurations', ...configurations].join('\n') + '\n'
  ).replace(/^(### )/gm, '\n$1');
}
