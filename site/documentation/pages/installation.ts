/** How to install the library, with a tab for each loader: the configurations of docs/loaders.md. */

interface Tab {
  readonly name: string;
  readonly block: string;
}

/** Those that most people use stand first. */
const first = ['Node', 'Vite', 'Vitest', 'Jest', 'esbuild', 'Rollup', 'webpack', 'Next', 'tsx'];
const rank = (name: string): number => {
  const at = first.indexOf(name.replace(/:.*/, ''));
  return at < 0 ? first.length : at;
};

/** The blocks of code of each loader. A loader with several files has a tab for each. */
export function tabsOf(loaders: string): Tab[] {
  const [, configurations] = loaders.split('\n## Configurations\n');
  return configurations
    .split(/^### /m)
    .slice(1)
    .flatMap((section) => {
      const name = section.split('\n', 1)[0].replaceAll('`', '').replaceAll('"', '');
      const blocks = [...section.matchAll(/(?:`([^`\n]+)`:\n\n)?```(\w+)\n([^]*?)\n```/g)];
      return blocks.map(([, file, language, code]) => ({
        name: blocks.length === 1 ? name : `${name}: ${file ?? 'shell'}`,
        block: [
          '```' + `${language} [${blocks.length === 1 ? name : `${name}: ${file ?? 'shell'}`}]`,
          code,
          '```',
        ].join('\n'),
      }));
    });
}

const managers = ['npm install', 'pnpm add', 'yarn add', 'bun add'];

/** @param snippet a first program, with what it prints */
export const installationPage = (loaders: string, snippet: string): string => `# Installation

Install the library. It needs Node 20.19, 22.12 or newer, or a browser.

::: code-group

${managers.map((words) => ['```sh' + ` [${words.split(' ')[0]}]`, `${words} delta-tape`, '```'].join('\n')).join('\n\n')}

:::

Functions in [operators](guide.md) need nothing else. For [plain TypeScript](plain.md), name the library where your code is
loaded. Choose your loader:

::: code-group

${tabsOf(loaders)
  .sort((one, other) => rank(one.name) - rank(other.name))
  .map(({ block }) => block)
  .join('\n\n')}

:::

Each of these is a complete project that was installed and run; [loaders](loaders.md) has the results, and what does not
work. Then try this, in a file of your project:

${snippet}

If an error says that code is not translated, read [debugging](debugging.md).
`;
