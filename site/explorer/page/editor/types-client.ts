/** The page's side of the worker that knows types. It is started when it is first asked, after the first answer. */
import { settled } from '../store.js';
import type { Complaint, Completion, TypesAnswer, TypesQuestion } from './types-messages.js';

let worker: Worker | null = null;
let asked = 0;
const waiting = new Map<number, (answer: TypesAnswer['answer']) => void>();

async function ask(question: Omit<TypesQuestion, 'id'>): Promise<TypesAnswer['answer']> {
  await settled;
  if (worker === null) {
    worker = new Worker('types.js');
    worker.onmessage = ({ data }: MessageEvent<TypesAnswer>) => {
      waiting.get(data.id)?.(data.answer);
      waiting.delete(data.id);
    };
  }
  const id = ++asked;
  worker.postMessage({ ...question, id } satisfies TypesQuestion);
  return new Promise((resolve) => waiting.set(id, resolve));
}

export const complaintsOf = (code: string) =>
  ask({ code, ask: 'complaints' }) as Promise<readonly Complaint[]>;

export const typeAt = (code: string, at: number) =>
  ask({ code, ask: 'type', at }) as Promise<Complaint | null>;

export const completionsAt = (code: string, at: number) =>
  ask({ code, ask: 'completions', at }) as Promise<readonly Completion[]>;
