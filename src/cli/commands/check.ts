/** `delta-tape check`: the report of the law checker. */
import { checkGradient } from '../../derivatives/check/check.js';
import type { GradientReport } from '../../derivatives/check/report.js';
import { called, exits, Failure, type Exit } from '../failure.js';
import { json } from '../streams.js';
import { questionOf, wholeOf } from '../named-function.js';
import type { Asked } from '../asked.js';

export async function check(asked: Asked): Promise<Exit> {
  const [order, seed] = [wholeOf(asked, 'order') ?? 2, wholeOf(asked, 'seed') ?? 1];
  if (order !== 1 && order !== 2) throw new Failure(`--order ${order} is neither 1 nor 2.`);
  const [f, [at]] = await questionOf(asked);
  const report = called(asked.subject, () => (checkGradient as Loose)(f)(at, { order, seed }));
  asked.out.write(asked.options.json === true ? json(report) : `${String(report)}\n`);
  // The value alone agrees with itself where nothing is finite.
  const isChecked = report.laws.some(
    ({ law, status }) => law !== 'same primal' && status === 'holds',
  );
  return report.ok && isChecked ? exits.good : exits.no;
}

type Loose = (f: unknown) => (x: unknown, options: object) => GradientReport;
