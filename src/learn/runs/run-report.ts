/** The report of a run for people. */
import { aligned, counted, digits } from './aligned-text.js';
import type { Problem } from './problem.js';
import type { Edge, Run } from './run.js';

/** So many unknowns are listed. */
const LISTED = 20;

/** Of a list, what has a place in a report. */
export const listed = <T>(all: readonly T[]): readonly T[] => all.slice(0, LISTED);

/** The end of a run, in one line. */
export function ending(solver: string, run: Run<unknown>): string {
  const { converged, reason, iterations, evaluations, edge } = run;
  const { functions, products } = evaluations;
  const counts = `${counted(iterations, 'iteration')}, ${counted(functions + products, 'evaluation')}`;
  const first = `${solver} ${converged ? 'converged' : 'did not converge'} (${reason}): ${counts}`;
  return edge === null ? first : `${first}\n${edgeText(edge)}`;
}

/** `residual [3] is NaN beyond the edge that rate has reached` */
function edgeText({ parameters, residual, value }: Edge): string {
  const what = residual === undefined ? 'the function' : `residual ${residual || 'of the fit'}`;
  if (parameters.length === 0) return `${what} is ${value} at the start`;
  const has = parameters.length === 1 ? 'has' : 'have';
  return `${what} is ${value} beyond the edge that ${listed(parameters).join(', ')} ${has} reached`;
}

/** The unknowns with numbers of each, under heads. */
export function unknownsTable(
  names: readonly string[],
  heads: readonly string[],
  cells: (unknown: number) => readonly string[],
): string {
  const rows = listed(names).map((name, k) => [name === '' ? 'x' : name, ...cells(k)]);
  const left = names.length - rows.length;
  return aligned([[...heads], ...rows]) + (left > 0 ? `\n… and ${left} more` : '');
}

/** The report of a run that shows nothing but its solution. */
export function reportOf(problem: Problem, run: Run<unknown>, valueName: string): string {
  const { names } = problem;
  const x = problem.read(run.solution, 'solution');
  const solution = unknownsTable(names, ['unknown', 'solution'], (k) => [digits(x[k], 7)]);
  const value = `${valueName} ${digits(run.value)}, gradient ${digits(run.gradientNorm, 3)}`;
  return [ending(problem.solver, run), '', ...(x.length === 0 ? [] : [solution, '']), value].join(
    '\n',
  );
}
