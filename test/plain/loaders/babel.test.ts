/** The plugin in a user's own configuration of Babel, with either version of Babel. */
import * as babel8 from '@babel/core';
import deltaTape from 'delta-tape/babel';

type Transform = (code: string, options: object) => { readonly code: string } | null;
const hosts: readonly (readonly [string, Transform])[] = [
  ['Babel 7', jest.requireActual<{ transformSync: Transform }>('babel-7').transformSync],
  ['Babel 8', babel8.transformSync as Transform],
];

describe.each(hosts)('In %s', (_, transform) => {
  const compiled = (code: string, filename: string, options: object = {}) =>
    transform(code, {
      filename,
      cwd: '/project',
      configFile: false,
      babelrc: false,
      plugins: [[deltaTape, options]],
    })!.code;
  const square = 'export const f = (x) => x * x;';

  test('files are translated.', () => {
    const code = compiled(square, '/project/src/f.js');
    expect(code).toMatch('$mul(x, x)');
    expect(code).toMatch('delta-tape/runtime');
  });

  test('the options and directives decide which.', () => {
    const options = { exclude: ['src/vendor'] };
    expect(compiled(square, '/project/src/vendor/f.js', options)).not.toMatch('$mul');
    expect(compiled(`'use grad';\n${square}`, '/project/src/vendor/f.js', options)).toMatch('$mul');
    expect(compiled(square, '/project/node_modules/pkg/f.js')).not.toMatch('$mul');
    expect(compiled(`'use no grad';\n${square}`, '/project/src/f.js')).not.toMatch('$mul');
  });

  test('factories of mocks are left as Jest allows them, but not what is around them.', () => {
    const factory = "mock('./a', () => ({ double: (x) => 2 * x }));";
    expect(compiled(`jest.${factory}`, '/project/f.js')).not.toMatch('$');
    expect(compiled(`jest.${factory}\n${square}`, '/project/f.js')).toMatch('$mul(x, x)');
    expect(compiled(`others.${factory}`, '/project/f.js')).toMatch('$mul(2, x)');
  });

  test('other options are refused.', () => {
    expect(() => compiled(square, '/project/src/f.js', { only: [] })).toThrow('option only');
  });
});
