/**
 * The partials that recording versions compute in place are those of the rows, to 13 digits: each
 * function of `Math` and each native operator in translated code, against the references of its row.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { grad, type Real } from 'delta-tape';
import { translate } from '../../../../src/plain/translate.js';
import { errorOf, type Reference } from '../../../support/accuracy.js';
import { run } from '../../../support/plain.js';

const references = JSON.parse(
  readFileSync(join(__dirname, '../../../core/primitives/references.json'), 'utf8'),
) as Readonly<Record<string, readonly Reference[]>>;

const operators: Readonly<Record<string, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  rem: '%',
  pow: '**',
};
const parameters = ['x', 'y'];
const ofArity = (name: string, arity: number) =>
  references[name].filter(([at]) => at.length === arity);

interface Subject {
  readonly name: string;
  readonly arity: number;
  readonly call: string;
}

const subjects = Object.keys(references).flatMap((name): Subject[] => {
  const arity = Math.min(2, references[name][0][0].length);
  const args = parameters.slice(0, arity);
  const calls = [
    ...(name in operators ? [args.join(` ${operators[name]} `)] : []),
    ...(name in Math ? [`Math.${name}(${args.join(', ')})`] : []),
  ];
  return calls.map((call) => ({ name, arity, call }));
});

/** Functions that are a call and enough around it for a recording version. */
const source = subjects.map(({ arity, call }, k) => {
  const list = parameters.slice(0, arity).map((arg) => `${arg}: number`);
  return `exports.f${k} = (${list.join(', ')}): number => { const z = ${call}; return z * 1 * 1 * 1; };`;
});
const { code } = translate(source.join('\n'), { filename: 'program.cts' });
const functions = Object.values(run<Record<string, (...xs: readonly Real[]) => Real>>(code));

describe('Translated code has partials with 13 right digits', () => {
  const cases = subjects.map((subject, k) => ({ ...subject, f: functions[k] }));

  test.each(cases)('of $name of $arity arguments, $call.', ({ name, arity, f }) => {
    const gradient = grad((xs: readonly Real[]) => f(...xs));
    const wrong = ofArity(name, arity).flatMap(([at, , first]) => {
      const found = gradient([...at]) as readonly number[];
      return found.flatMap((partial, k) =>
        errorOf(partial, first[k]) === 0 ? [] : [`${partial} at ${at.join()}, not ${first[k]}`],
      );
    });
    expect(wrong).toEqual([]);
  });

  test('which recording versions compute where they stand.', () => {
    expect(functions).toHaveLength(subjects.length);
    expect(code.match(/^function \w+\$tape\w*\(/gm)?.length).toBeGreaterThanOrEqual(25);
    expect(code).toContain('1 - z * z');
  });
});
