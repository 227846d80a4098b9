/** The progress of the training: a bar on a terminal, a line for each epoch elsewhere. */
import { SingleBar } from 'cli-progress';
import type { Plan, Step } from './training.js';

const bar = new SingleBar({
  format: '{bar} epoch {epoch} | loss {loss} | {eta_formatted} left',
  barCompleteChar: '█',
  barIncompleteChar: '░',
  etaBuffer: 200,
  stream: process.stdout,
  // Steps are synchronous, so that only the default action can obey Ctrl-C.
  gracefulExit: false,
});

/** The same steps, shown while they are taken. */
export async function* withProgress(
  steps: AsyncIterable<Step>,
  { epochs }: Plan,
): AsyncGenerator<Step> {
  const start = performance.now();
  const onTerminal = process.stdout.isTTY;
  let loss: number | undefined;
  let epoch = 1;
  bar.start(epochs, 0, { epoch, loss: '–' });
  for await (const step of steps) {
    loss = loss === undefined ? step.loss : 0.98 * loss + 0.02 * step.loss;
    if (!onTerminal && step.epoch >= epoch) {
      const left = ((performance.now() - start) / 1000) * (epochs / step.epoch - 1);
      console.log(
        `epoch ${epoch} of ${epochs} | loss ${loss.toFixed(3)} | ${left.toFixed()}s left`,
      );
    }
    epoch = Math.min(Math.floor(step.epoch) + 1, epochs);
    bar.update(step.epoch, { epoch, loss: loss.toFixed(3) });
    yield step;
  }
  bar.stop();
}
