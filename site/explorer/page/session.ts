/**
 * Runs code in a worker within a frame without an origin (runner.html), and ends it after a limit of time. Questions are
 * answered one after the other; of questions of a kind that wait, only the last one counts.
 */
import type { Failure, Question, Questions, Reply } from '../logic/messages.js';

/** Milliseconds for one answer, and for a worker to start. */
const LIMIT = 4000;
const START_LIMIT = 60_000;

/** Instead of an answer, if the same was asked anew meanwhile. */
export const superseded = Symbol('superseded');

interface Waiting {
  readonly question: Question;
  readonly ask: object;
  readonly settle: (answer: unknown) => void;
  readonly refuse: (failure: unknown) => void;
}

/** A failure that can be thrown. */
const failed = (failure: Failure): Error & Failure =>
  Object.assign(new Error(failure.text), failure);

const endless: Failure = {
  text: `The code ran for more than ${LIMIT / 1000} seconds and was ended. Look for an endless loop, or take smaller inputs.`,
};
const notStarted: Failure = {
  text: 'The worker that runs code did not start. Reload the page.',
};

const runnerFor = (code: string): string =>
  /['"]delta-tape\/(numpy|nn)['"]/.test(code) ? 'runner-numpy.js' : 'runner.js';

const texts = new Map<string, Promise<string>>();
function textOf(file: string): Promise<string> {
  const known = texts.get(file);
  if (known !== undefined) return known;
  const text = fetch(file).then((response) => response.text());
  texts.set(file, text);
  return text;
}

/** The next message, or undefined after so many milliseconds. */
function next(port: MessagePort, limit: number): Promise<unknown> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), limit);
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer);
      resolve(data);
    };
  });
}

let frame: Promise<HTMLIFrameElement> | null = null;
function theFrame(): Promise<HTMLIFrameElement> {
  frame ??= new Promise((resolve) => {
    const made = document.createElement('iframe');
    made.sandbox.add('allow-scripts');
    made.src = 'runner.html';
    made.title = 'Runs the code';
    made.hidden = true;
    addEventListener('message', function ready({ source, data }) {
      if (source !== made.contentWindow || data !== 'ready') return;
      removeEventListener('message', ready);
      resolve(made);
    });
    document.body.append(made);
  });
  return frame;
}

export class Session {
  private port: MessagePort | null = null;
  private runner = '';
  private code: Questions['open']['ask'] | null = null;
  private isOpen = false;
  private isBusy = false;
  private waiting: Waiting[] = [];
  private asked = 0;

  /** @throws `superseded`, or a `Failure`. */
  ask<Q extends Question>(question: Q, ask: Questions[Q]['ask']): Promise<Questions[Q]['answer']> {
    const isOld = (one: Waiting) => one.question === question || question === 'open';
    for (const one of this.waiting.filter(isOld)) one.refuse(superseded);
    this.waiting = this.waiting.filter((one) => !isOld(one));
    return new Promise((settle, refuse) => {
      this.waiting.push({ question, ask, settle: settle as Waiting['settle'], refuse });
      void this.work();
    });
  }

  private async work(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    for (let one = this.waiting.shift(); one !== undefined; one = this.waiting.shift()) {
      await this.answered(one).then(one.settle, one.refuse);
    }
    this.isBusy = false;
  }

  private async answered({ question, ask }: Waiting): Promise<unknown> {
    if (question === 'open') {
      // Other code runs in a worker of its own, where nothing is left of what ran.
      const isOther = this.code?.code !== (ask as Questions['open']['ask']).code;
      this.code = ask as Questions['open']['ask'];
      if (isOther) this.port = null;
    }
    await this.started();
    if (question !== 'open' && !this.isOpen) await this.exchanged('open', this.code!);
    return this.exchanged(question, ask);
  }

  private async started(): Promise<void> {
    const runner = runnerFor(this.code!.code);
    if (this.port !== null && this.runner === runner) return;
    const [{ contentWindow }, text] = await Promise.all([theFrame(), textOf(runner)]);
    const { port1, port2 } = new MessageChannel();
    this.isOpen = false;
    contentWindow!.postMessage({ text }, '*', [port2]);
    if ((await next(port1, START_LIMIT)) === undefined) throw failed(notStarted);
    this.port = port1;
    this.runner = runner;
  }

  private async exchanged(question: Question, ask: object): Promise<unknown> {
    const id = ++this.asked;
    const reply = next(this.port!, LIMIT);
    this.port!.postMessage({ id, question, ask });
    const found = (await reply) as Reply | undefined;
    if (found === undefined) {
      await this.end();
      throw failed(endless);
    }
    if ('failure' in found) throw failed(found.failure);
    if (question === 'open') this.isOpen = true;
    return found.answer;
  }

  private async end(): Promise<void> {
    this.port = null;
    this.isOpen = false;
    (await theFrame()).contentWindow!.postMessage({}, '*');
  }
}
