/** `delta-tape train`: trains what the default export of a module describes, which is what `train` takes. */
import { checkpointFile } from '../../learn/node/checkpoint-file.js';
import { saveModel } from '../../learn/node/models.js';
import { counted } from '../../learn/runs/aligned-text.js';
import { terminalProgress, type Terminal } from '../../learn/node/terminal.js';
import { train as trained, type Trained } from '../../learn/training/train.js';
import { called, exits, Failure, threw, type Exit } from '../failure.js';
import { digits, json } from '../streams.js';
import { exportOf, wholeOf } from '../named-function.js';
import { chart } from '../terminal/curve-chart.js';
import { writable } from '../write-file.js';
import type { Asked } from '../asked.js';

interface Config {
  readonly epochs?: number;
  readonly progress?: object;
  readonly checkpoint?: object;
}

export async function train(asked: Asked): Promise<Exit> {
  const { options, subject, out, err } = asked;
  const save = options.save as string | undefined;
  if (save !== undefined && !/\.(safetensors|npz)$/.test(save)) {
    throw new Failure(`--save ${save} ends in neither .safetensors nor .npz.`);
  }
  const checkpoint = options.checkpoint as string | undefined;
  const epochs = wholeOf(asked, 'epochs', 0);
  for (const file of [save, checkpoint]) if (file !== undefined) writable(file);
  const config = exportOf(await asked.load(subject), 'default') as Config | null | undefined;
  if (typeof config !== 'object' || config === null) {
    throw new Failure(
      `${subject} has no default export that describes a training: export default { params, loss, data, epochs }.`,
    );
  }
  const found = await (trained as unknown as Trainer)({
    progress: terminalProgress(err),
    ...config,
    ...(epochs === undefined ? {} : { epochs }),
    ...(checkpoint === undefined
      ? {}
      : { checkpoint: { ...config.checkpoint, store: checkpointFile(checkpoint) } }),
  }).catch((error: unknown) => {
    throw threw(subject, error);
  });
  const { params, reason, steps, history } = found;
  if (save !== undefined) called(save, () => saveModel(save, params));
  out.write(options.json === true ? json({ reason, steps, history }) : `${ended(found)}\n`);
  if (out.isTTY === true && options.json !== true) out.write(losses(found, out));
  return exits.good;
}

/** The losses epoch by epoch: a line, and points for those of validation. */
function losses({ history }: Trained<unknown>, to: Terminal): string {
  if (history.length < 2) return '';
  const curve = history.map(({ epoch, loss }) => ({ x: epoch, y: loss }));
  const points = history.flatMap(({ epoch, validationLoss }) =>
    validationLoss === undefined ? [] : [{ x: epoch, y: validationLoss }],
  );
  const title = `loss by epoch${points.length === 0 ? '' : ' (●: validation)'}`;
  return `\n${chart({ title, points, curve, height: 12 }, to)}`;
}

function ended({ steps, history }: Trained<unknown>): string {
  const last = history.at(-1);
  const losses = last === undefined ? '' : `, loss ${digits(last.loss)}`;
  const validated =
    last?.validationLoss === undefined ? '' : `, of validation ${digits(last.validationLoss)}`;
  return `${counted(steps, 'step')}${losses}${validated}`;
}

type Trainer = (options: object) => Promise<Trained<unknown>>;
