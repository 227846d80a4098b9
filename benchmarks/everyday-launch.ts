/**
 * One launch of one everyday program: `node --import delta-tape/register everyday-launch.ts <file> <milliseconds>` prints
 * an EverydayLaunch. The plain function is the module without its types, as Node would run it.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { valueAndGrad } from 'delta-tape';
import { transpileModule, ModuleKind, ScriptTarget } from 'typescript';
import { why } from 'delta-tape/plain';
import { answering, type Answers } from './answered.js';
import { timed, timeInTurns } from './timing.js';

/** Milliseconds of the plain function, the translated one, and the value with the gradient, in this order. */
export interface EverydayLaunch {
  readonly first: number;
  readonly early: readonly number[];
  readonly warm: readonly number[];
  /** The answer of `why`; `left` where code exists that did not answer. */
  readonly answers: Answers | 'left';
}

interface Program {
  readonly f: (...args: unknown[]) => number;
  readonly inputs: () => unknown[];
}

const [, , file, milliseconds] = process.argv;
const { outputText } = transpileModule(readFileSync(file, 'utf8'), {
  compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 },
});
const source = `data:text/javascript,${encodeURIComponent(outputText)}`;
const { f: plain } = (await import(source)) as Program;
const { f, inputs } = (await import(pathToFileURL(file).href)) as Program;
const derived = valueAndGrad(f as never) as unknown as (...args: unknown[]) => { value: number };
const args = inputs();

const first = timed(() => derived(...args));
if (!Object.is(first.result.value, plain(...args))) throw new Error(`${file}: another value`);

const tasks = [() => plain(...args), () => f(...args), () => derived(...args).value];
const early = timeInTurns(tasks, Number(milliseconds) / 6);
const warm = timeInTurns(tasks, Number(milliseconds));
const isLeft = why(f as never).versions[0].signatures?.some(({ last }) => last === 'left');
const answers = isLeft === true ? 'left' : answering(f as never);
console.log(JSON.stringify({ first: first.milliseconds, early, warm, answers }));
