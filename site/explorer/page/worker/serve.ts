/** The worker's side: it answers the page through a port that it is given at its start. */
import * as library from 'delta-tape';
import * as compile from 'delta-tape/compile';
import * as delta from 'delta-tape/delta';
import * as learn from 'delta-tape/learn';
import * as inference from 'delta-tape/learn/inference';
import * as monad from 'delta-tape/monad';
import * as plain from 'delta-tape/plain';
import * as runtime from 'delta-tape/runtime';
import * as solve from 'delta-tape/solve';
import * as immutable from 'immutable';
import inspected from 'object-inspect';
import { Answering, type Request } from '../../logic/answering.js';
import type { Modules } from '../../logic/program.js';

/** As `require` gives a module that was an ES module. */
const asModule = (module: object): object => ({ ...module, __esModule: true });

const modules = {
  'delta-tape': library,
  'delta-tape/compile': compile,
  'delta-tape/delta': delta,
  'delta-tape/learn': learn,
  'delta-tape/learn/inference': inference,
  'delta-tape/monad': monad,
  'delta-tape/plain': plain,
  'delta-tape/runtime': runtime,
  'delta-tape/solve': solve,
  immutable,
};

/** A value as Node shows it, as far as that goes. */
function inspect(value: unknown): string {
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    const list = value as unknown as ArrayLike<number>;
    return `${value.constructor.name}(${list.length}) ${inspected(Array.from(list))}`;
  }
  if (typeof value === 'object' && value !== null && 'toArray' in value) return String(value);
  return inspected(value);
}

/** Answers until the worker is ended. */
export function serve(more: Modules): void {
  const all = Object.entries({ ...modules, ...more }).map(
    ([name, module]) => [name, asModule(module)] as const,
  );
  const answering = new Answering({ modules: Object.fromEntries(all), inspect });
  addEventListener(
    'message',
    ({ ports: [port] }) => {
      // Kept before code runs that could replace it.
      const post = port.postMessage.bind(port);
      port.onmessage = ({ data }: MessageEvent<Request>) => post(answering.reply(data));
      post('ready');
    },
    { once: true },
  );
}
