/** Shows the progress of a training: a bar on a terminal, a line for each epoch elsewhere. */
import type { EpochReport, Progress, StepReport } from '../training/reports.js';

/** What is written to, such as `process.stdout`. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const WIDTH = 30;
/** How often a bar is drawn, at most. */
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
 * Shows how far a training is, as its option `progress`: on a terminal a bar with the loss, smoothed over some 50 steps, and
 * the time that is left; anywhere a line for each epoch. By default on the standard error output, which leaves the
 * other one to the program.
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
  const clear = () => {
    if (hasBar) terminal.write('\r\u001b[K');
  };
  return {
    onStep({ step, steps, epoch, epochs, loss }: StepReport) {
      smooth = smooth === undefined ? loss : 0.98 * smooth + 0.02 * loss;
      const now = Date.now();
      begin ??= { at: now, step };
      if (!hasBar || now - last < MILLISECONDS) return;
      last = now;
      const done = step - begin.step;
      const left =
        done === 0 ? '' : ` | ${timeOf(((now - begin.at) / 1000 / done) * (steps - step))} left`;
      const full = Math.round((WIDTH * step) / steps);
      const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full);
      const text = `${bar} epoch ${epoch} of ${epochs} | loss ${shown(smooth)}${left}`;
      clear();
      terminal.write(text.slice(0, (terminal.columns ?? 80) - 1));
    },
    onEpoch(report) {
      clear();
      terminal.write(`${lineOf(report)}\n`);
    },
    onEnd(reason) {
      clear();
      if (reason === 'stopped-early') terminal.write('stopped early: validation got no better\n');
      if (reason === 'aborted') terminal.write('stopped by its signal\n');
    },
  };
}
