/** The display of trainings and samplings: a bar on a terminal, lines elsewhere. */
import { mul, type Real } from 'delta-tape';
import { nuts } from 'delta-tape/learn/inference';
import { terminalProgress } from 'delta-tape/learn/node';

const step = { step: 30, steps: 60, epoch: 1, epochs: 2, loss: 0.123456 };
const epoch = {
  epoch: 1,
  epochs: 2,
  loss: 0.5,
  validationLoss: 0.25,
  metrics: { accuracy: 0.98765 },
};

/** The text that is written when a training reports a step, an epoch and its end. */
function written(terminal: { isTTY?: boolean; columns?: number }): string[] {
  const texts: string[] = [];
  const progress = terminalProgress({ ...terminal, write: (text) => texts.push(text) });
  progress.onStep!(step);
  progress.onEpoch!(epoch);
  progress.onEnd!('stopped-early');
  return texts;
}

const line = 'epoch 1 of 2 | loss 0.5 | validation 0.25 | accuracy 0.9877\n';

describe('The progress of a sampling', () => {
  const run = (terminal: { isTTY?: boolean }) => {
    const texts: string[] = [];
    const progress = terminalProgress({ ...terminal, write: (text) => texts.push(text) });
    nuts((x: Real) => mul(-0.5, mul(x, x)), 0, { chains: 2, warmup: 10, draws: 5, progress });
    return texts;
  };

  test('is a line for each chain where there is no terminal.', () => {
    expect(run({})).toEqual(['chain 1 of 2\n', 'chain 2 of 2\n']);
  });

  test('is a bar on a terminal.', () => {
    const texts = run({ isTTY: true });
    expect(texts[1]).toBe(`█${'░'.repeat(29)} chain 1 of 2 | warm-up`);
    expect(texts.filter((text) => text.endsWith('\n'))).toHaveLength(2);
  });

  test('counts divergences, and says that a signal ended it.', () => {
    const texts: string[] = [];
    const progress = terminalProgress({ write: (text) => texts.push(text) });
    const signal = { aborted: false };
    const onDraw = ({ draw, draws }: { draw: number; draws: number }) => {
      signal.aborted = draw === draws;
    };
    const options = { warmup: 0, draws: 4, stepSize: 1e9, jitter: 0, progress, onDraw, signal };
    expect(() => nuts((x: Real) => mul(-0.5, mul(x, x)), 1, options)).toThrow('signal');
    expect(texts).toEqual(['chain 1 of 4 | 4 diverged\n', 'stopped by its signal\n']);
  });
});

describe('The progress of a training', () => {
  test('is a line for each epoch where there is no terminal.', () => {
    expect(written({})).toEqual([line, 'stopped early: validation got no better\n']);
  });

  test('is a bar on a terminal, which makes way for lines and fits the width.', () => {
    const texts = written({ isTTY: true });
    const clear = '\r\u001b[K';
    expect(texts[0]).toBe(clear);
    expect(texts[1]).toBe(`${'█'.repeat(15)}${'░'.repeat(15)} epoch 1 of 2 | loss 0.1235`);
    expect(texts.slice(2, 4)).toEqual([clear, line]);
    expect(written({ isTTY: true, columns: 20 })[1]).toHaveLength(19);
  });
});
