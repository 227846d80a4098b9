/** Answers what the page asks, one question after the other. The worker and the tests do it by this. */
import { answer } from './answers.js';
import { failureOf } from './failures.js';
import type { Question, Questions, Reply } from './messages.js';
import type { Places } from './places.js';
import { curve, field } from './plots.js';
import { Program, type Surroundings } from './program.js';
import { computed, sources } from './sources.js';
import { times } from './times.js';

export interface Request<Q extends Question = Question> {
  readonly id: number;
  readonly question: Q;
  readonly ask: Questions[Q]['ask'];
}

type Answers = {
  readonly [Q in Exclude<Question, 'open'>]: (
    program: Program,
    ask: Questions[Q]['ask'],
  ) => Questions[Q]['answer'];
};

const answers: Answers = {
  answer,
  sources: (program) => sources(program),
  computed: (program, { at }) => computed(program, at),
  curve,
  field,
  times: (program, { at }) => times(program, at),
};

export class Answering {
  private program: Program | null = null;
  private places: Places | undefined;
  private printed: string[] = [];

  constructor(private readonly around: Surroundings) {}

  reply({ id, question, ask }: Request): Reply {
    try {
      return { id, answer: this.answered(question, ask) };
    } catch (error) {
      const failure = failureOf(error, this.places);
      const isPrinted = question === 'open' && this.printed.length > 0;
      return { id, failure: isPrinted ? { ...failure, printed: this.printed } : failure };
    }
  }

  private answered(question: Question, ask: Request['ask']): unknown {
    if (question === 'open') {
      this.program = null;
      this.places = undefined;
      this.printed = [];
      const note = (places: Places) => (this.places = places);
      this.program = new Program(ask as Questions['open']['ask'], this.around, this.printed, note);
      return this.program.opened;
    }
    if (this.program?.f == null) throw new Error('There is no function to look at.');
    return (answers[question] as (program: Program, ask: unknown) => unknown)(this.program, ask);
  }
}
