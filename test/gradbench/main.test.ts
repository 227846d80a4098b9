/** The tool as the suite starts it, on the build, which has to be there. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

test('The tool answers line by line, and ends when its input does.', () => {
  const messages = [
    { id: 0, kind: 'start', eval: 'hello' },
    { id: 1, kind: 'define', module: 'hello' },
    { id: 2, kind: 'evaluate', module: 'hello', function: 'double', input: 3 },
    { id: 3, kind: 'analysis', of: 2, valid: true },
    { id: 4, kind: 'define', module: 'nonsense' },
  ];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'delta-tape/register', 'gradbench/main.ts'],
    {
      cwd: join(__dirname, '../..'),
      input: messages.map((message) => JSON.stringify(message)).join('\n'),
      encoding: 'utf8',
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const answers = stdout.trimEnd().split('\n');
  expect(answers.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { id: 0, tool: 'delta-tape' },
    { id: 1, success: true },
    { id: 2, success: true, output: 6 },
    { id: 3 },
    { id: 4, success: false },
  ]);
});
