/**
 * Shows the progress of a training or a sampling: a bar on a terminal, a line for each epoch or chain
 * elsewhere.
 */
import type { EpochReport, Progress } from '../training/reports.js';

/** The stream that is written to, such as `process.stdout`. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const WIDTH = 30;
/** The least time between two drawings of a bar, in milliseconds. */
const MILLISECONDS = 50;

const shown = (x: number): string => String(Number(x.toPrecision(4)));

function lineOf({ epoch, epochs, loss, validationLoss, metrics = {} }: EpochReport): string {
  const named = [
    ['loss', loss],
    ...(validationLoss === undefined ? [] : [['validation', validationLoss]]),
    ...Object.entries(metrics),
  ] as [string, number][];
  const parts = named.map(([name, value]) => `${name} ${shown(value)}`);
  return [`epoch ${epoch} of ${epochs}`, ...parts].join(' | ');
}

function timeOf(seconds: number): string {
  const rounded = Math.round(seconds);
  if (rounded < 60) return `${rounded}s`;
  const minutes = Math.floor(rounded / 60);
  return minutes < 60
    ? `${minutes}m ${rounded % 60}s`
    : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/**
 * Shows the progress of a training or a sampling, as its option `progress`: on a terminal a bar with the
 * time that is left, and the loss, smoothed over some 50 steps, or the number of divergences; elsewhere a
 * line for each epoch or chain. By default on the standard error output, which leaves the other one to the
 * program.
 *
 * @example
 * const lines: string[] = [];
 * terminalProgress({ write: (text) => lines.push(text) }).onEpoch!({ epoch: 1, epochs: 2, loss: 0.5 });
 * lines // ['epoch 1 of 2 | loss 0.5\n']
 */
export function terminalProgress(terminal: Terminal = process.stderr): Progress {
  const hasBar = terminal.isTTY === true;
  let begin: { readonly at: number; readonly step: number } | undefined;
  let last = 0;
  let smooth: number | undefined;
  let diverged = 0;
  /** The number of draws of each chain so far; chains may end in another order. */
  const drawn: number[] = [];
  const clear = () => {
    if (hasBar) terminal.write('\r\u001b[K');
  };
  const line = (text: string) => {
    clear();
    terminal.write(`${text}\n`);
  };
  const drawBar = (step: number, steps: number, text: () => string) => {
    const now = Date.now();
    begin ??= { at: now, step };
    if (!hasBar || now - last < MILLISECONDS) return;
    last = now;
    const done = step - begin.step;
    const left =
      done === 0 ? '' : ` | ${timeOf(((now - begin.at) / 1000 / done) * (steps - step))} left`;
    const full = Math.round((WIDTH * step) / steps);
    const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full);
    clear();
    terminal.write(`${bar} ${text()}${left}`.slice(0, (terminal.columns ?? 80) - 1));
  };
  return {
    onStep({ step, steps, epoch, epochs, loss }) {
      const mean = (smooth = smooth === undefined ? loss : 0.98 * smooth + 0.02 * loss);
      drawBar(step, steps, () => `epoch ${epoch} of ${epochs} | loss ${shown(mean)}`);
    },
    onEpoch: (report) => line(lineOf(report)),
    onDraw({ chain, chains, draw, draws, isWarmup, isDivergent }) {
      if (isDivergent && !isWarmup) diverged++;
      const divergences = diverged === 0 ? '' : ` | ${diverged} diverged`;
      const which = `chain ${chain + 1} of ${chains}`;
      const what = isWarmup ? ' | warm-up' : divergences;
      drawn[chain] = draw;
      const all = drawn.reduce((total, count) => total + count, 0);
      drawBar(all, chains * draws, () => which + what);
      if (draw !== draws) return;
      line(which + divergences);
      diverged = 0;
    },
    onEnd(reason) {
      clear();
      if (reason === 'stopped-early') terminal.write('stopped early: validation got no better\n');
      if (reason === 'aborted') terminal.write('stopped by its signal\n');
    },
  };
}
