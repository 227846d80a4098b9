/** A call of a gradient is short: how many files of the library run in it, counted by V8. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const library = pathToFileURL(join(__dirname, '../../dist/index.js')).href;

/** The files of the library with functions that one more call of `body` runs. */
function filesIn(gradient: string, argument: string): string[] {
  const script = `
    import { Session } from 'node:inspector/promises';
    import { grad, mul, sin } from '${library}';
    const g = ${gradient};
    const x = ${argument};
    for (let k = 0; k < 50; k++) g(x);
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    g(x);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0].count > 0));
    console.log(JSON.stringify(ran.map(({ url }) => url)));`;
  const args = ['--input-type=module', '--eval', script];
  const urls = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[];
  const folder = library.replace('index.js', '');
  return urls.filter((url) => url.startsWith(folder)).map((url) => url.slice(folder.length));
}

describe('A warm gradient', () => {
  test('of a number passes at most 12 files.', () => {
    const files = filesIn('grad((x) => mul(x, sin(x)))', '2');
    expect(files).toEqual(expect.arrayContaining(['core/real.js', 'derivatives/grad.js']));
    expect(files.length).toBeLessThanOrEqual(12);
  });

  test('of an array passes more, which the count shows.', () => {
    const files = filesIn('grad(([x]) => mul(x, sin(x)))', '[2]');
    expect(files).toContain('core/trees/tree.js');
    expect(files.length).toBeGreaterThan(12);
  });
});
