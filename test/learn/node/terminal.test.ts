/** What a training shows: a bar on a terminal, lines elsewhere. */
import { terminalProgress } from 'delta-tape/learn/node';

const step = { step: 30, steps: 60, epoch: 1, epochs: 2, loss: 0.123456 };
const epoch = {
  epoch: 1,
  epochs: 2,
  loss: 0.5,
  validationLoss: 0.25,
  metrics: { accuracy: 0.98765 },
};

/** What is written when a training tells of a step, an epoch and its end. */
function written(terminal: { isTTY?: boolean; columns?: number }): string[] {
  const texts: string[] = [];
  const progress = terminalProgress({ ...terminal, write: (text) => texts.push(text) });
  progress.onStep!(step);
  progress.onEpoch!(epoch);
  progress.onEnd!('stopped-early');
  return texts;
}

const line = 'epoch 1 of 2 | loss 0.5 | validation 0.25 | accuracy 0.9877\n';

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
