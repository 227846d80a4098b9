/** `delta-tape train`: trains what the default export of a module describes, which is what `train` takes. */
import { checkpointFile } from '../../learn/node/checkpoint-file.js';
import { saveModel } from '../../learn/node/models.js';
import { terminalProgress } from '../../learn/node/terminal.js';
import { train as trained, type Trained } from '../../learn/training/train.js';
import { called, exits, Failure, threw, type Exit } from '../failure.js';
import { digits, json } from '../streams.js';
import { exportOf } from '../subject.js';
import type { Asked } from '../asked.js';

interface Config {
  readonly epochs?: number;
  readonly progress?: object;
  readonly checkpoint?: object;
}

function epochsOf(text: string | undefined): { epochs?: number } {
  if (text === undefined) return {};
  if (/^\d+$/.test(text)) return { epochs: Number(text) };
  throw new Failure(`--epochs ${text} is no whole number.`);
}

export async function train(asked: Asked): Promise<Exit> {
  const { options, subject, out, err } = asked;
  const save = options.save as string | undefined;
  if (save !== undefined && !/\.(safetensors|npz)$/.test(save)) {
    throw new Failure(`--save ${save} ends in neither .safetensors nor .npz.`);
  }
  const config = exportOf(await asked.load(subject), 'default') as Config | null | undefined;
  if (typeof config !== 'object' || config === null) {
    throw new Failure(
      `${subject} has no default export with params, loss, data and epochs, which train could take.`,
    );
  }
  const checkpoint = options.checkpoint as string | undefined;
  const kept = checkpoint === undefined ? {} : { store: checkpointFile(checkpoint) };
  const found = await (trained as unknown as Loose)({
    progress: terminalProgress(err),
    ...config,
    ...epochsOf(options.epochs as string | undefined),
    ...(checkpoint === undefined ? {} : { checkpoint: { ...config.checkpoint, ...kept } }),
  }).catch((error: unknown) => {
    throw threw(subject, error);
  });
  const { params, reason, steps, history } = found;
  if (save !== undefined) called(save, () => saveModel(save, params));
  out.write(options.json === true ? json({ reason, steps, history }) : `${ended(found)}\n`);
  return exits.good;
}

function ended({ steps, history }: Trained<unknown>): string {
  const last = history.at(-1);
  const losses = last === undefined ? '' : `, loss ${digits(last.loss)}`;
  const validated =
    last?.validationLoss === undefined ? '' : `, of validation ${digits(last.validationLoss)}`;
  return `${steps} steps${losses}${validated}`;
}

type Loose = (options: object) => Promise<Trained<unknown>>;
