/** The verbs of the command, one row each. The code of a verb is loaded when it is asked for. */
import type { Option, Verb } from './asked.js';

const json: Option = { type: 'boolean', text: 'print JSON' };
const at: Option = {
  type: 'string',
  multiple: true,
  value: 'JSON',
  text: 'an argument of the function; once for each argument',
};
const wrt: Option = {
  type: 'string',
  value: 'WHICH',
  text: 'the inputs to differentiate with respect to: 0 (default), 0,1 or a key of argument 0',
};

export const verbs: Readonly<Record<string, Verb>> = {
  grad: {
    subject: 'FILE#NAME',
    text: 'print the value and the gradient of a function',
    options: { at, wrt, json },
    answer: async () => (await import('./commands/grad.js')).grad,
  },
  check: {
    subject: 'FILE#NAME',
    text: 'check the derivatives of a function against their laws and finite differences',
    options: {
      at: { ...at, multiple: false, text: 'the argument of the function' },
      order: { type: 'string', value: '1|2', text: '1 leaves out second derivatives' },
      seed: { type: 'string', value: 'N', text: 'the seed of the random directions' },
      json,
    },
    answer: async () => (await import('./commands/check.js')).check,
  },
  explain: {
    subject: 'FILE#NAME',
    text: 'print the Let-bindings of one run',
    options: {
      at,
      wrt,
      svg: { type: 'string', value: 'FILE', text: 'draw them into a file' },
      json,
    },
    answer: async () => (await import('./commands/explain.js')).explain,
  },
  source: {
    subject: 'FILE#NAME',
    text: 'print the source of the derivatives of a function',
    options: {
      kind: {
        type: 'string',
        value: 'KIND',
        text: 'versions (default); monadic; or a file that imports nothing: gradient, jvp, vjp, hvp, jacobian',
      },
      wrt: {
        ...wrt,
        text: 'the inputs to differentiate with respect to: 0 (default) or several, such as 0,1',
      },
      cost: { type: 'boolean', text: 'print the static cost, before and after each pass' },
      out: { type: 'string', value: 'FILE', text: 'write the source into a file' },
      json,
    },
    answer: async () => (await import('./commands/source.js')).source,
  },
  why: {
    subject: 'FILE#NAME',
    text: 'say which versions a function has, and what prevents the others',
    options: { json },
    answer: async () => (await import('./commands/why.js')).why,
  },
  fit: {
    subject: 'DATA.csv',
    text: 'fit a model to data by least squares',
    options: {
      model: { type: 'string', value: 'TEXT', text: 'such as "a*exp(-b*x)+c"' },
      y: { type: 'string', value: 'COLUMN', text: 'the response; see below' },
      start: {
        type: 'string',
        value: 'a=2,b=1',
        text: 'initial values of parameters, 1 by default',
      },
      lower: { type: 'string', value: 'a=0,b=0', text: 'lower bounds of parameters' },
      upper: { type: 'string', value: 'a=9,b=5', text: 'upper bounds of parameters' },
      fix: { type: 'string', value: 'c=0', text: 'values of parameters that are held fixed' },
      sigma: {
        type: 'string',
        value: 'FORMULA',
        text: 'standard deviations of the response: a column or a formula of columns',
      },
      weights: { type: 'string', value: 'FORMULA', text: 'weights of squares: 1 / sigma^2' },
      'absolute-sigma': {
        type: 'boolean',
        text: 'take sigma as it is; else its scale is estimated from the residuals',
      },
      loss: {
        type: 'string',
        value: 'LOSS',
        text: 'linear (default), soft-l1, huber, cauchy or arctan',
      },
      delimiter: {
        type: 'string',
        value: 'MARK',
        text: 'between cells: comma, semicolon, tab, bar, blank or a character; guessed by default',
      },
      decimal: {
        type: 'string',
        value: 'MARK',
        text: 'the decimal mark, . or ,; guessed by default',
      },
      'no-header': {
        type: 'boolean',
        text: 'the first line is data, and the columns are called c1, c2, …',
      },
      svg: {
        type: 'string',
        value: 'FILE',
        text: 'draw data, fit, band and residuals into a file',
      },
      json,
    },
    answer: async () => (await import('./commands/fit.js')).fit,
  },
  train: {
    subject: 'CONFIG',
    text: 'run the training that the default export of a module describes',
    options: {
      epochs: {
        type: 'string',
        value: 'N',
        text: 'the number of epochs, instead of that of the module',
      },
      checkpoint: {
        type: 'string',
        value: 'FILE',
        text: 'keep the state in a file, and go on from it',
      },
      save: { type: 'string', value: 'FILE', text: 'write the parameters: .safetensors or .npz' },
      json,
    },
    answer: async () => (await import('./commands/train.js')).train,
  },
  worker: {
    subject: '',
    text: 'do tasks of other machines that a queue in Redis brings',
    options: {
      redis: {
        type: 'string',
        value: 'URL',
        text: 'such as redis://localhost:6379; by default that in DELTA_TAPE_REDIS',
      },
      modules: {
        type: 'string',
        multiple: true,
        value: 'FILE',
        text: 'a module whose exported functions are called; once for each, or NAME=FILE',
      },
      concurrency: { type: 'string', value: 'N', text: 'tasks at a time; by default one a core' },
      queue: { type: 'string', value: 'NAME', text: 'the queue, by default tasks' },
      lease: {
        type: 'string',
        value: 'SECONDS',
        text: 'after a silence of so long others take its tasks; by default 30',
      },
      grace: {
        type: 'string',
        value: 'SECONDS',
        text: 'the time to finish tasks after SIGTERM, before they are given back; by default 25',
      },
      'password-file': { type: 'string', value: 'FILE', text: 'holds the password of Redis' },
      ca: { type: 'string', value: 'FILE', text: 'the certificates that Redis is trusted by' },
      cert: { type: 'string', value: 'FILE', text: 'the certificate of the worker' },
      key: { type: 'string', value: 'FILE', text: 'the key of that certificate' },
      json: { type: 'boolean', text: 'print a line of JSON for each event' },
    },
    answer: async () => (await import('./commands/worker.js')).worker,
  },
  include: {
    subject: 'PACKAGE...',
    isList: true,
    text: 'add packages of node_modules to the translated ones, with those that they need',
    options: { json },
    answer: async () => (await import('./commands/include.js')).include,
  },
  bench: {
    subject: 'FILE#NAME',
    text: 'compare the time of a gradient with that of its function',
    options: { at, wrt, json },
    answer: async () => (await import('./commands/bench.js')).bench,
  },
};

const line = (name: string, { value, text }: Option): [string, string] => [
  `--${name}${value === undefined ? '' : ` ${value}`}`,
  text,
];

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join('\n');
}

/** The text of `--help`. */
export const help = (): string =>
  `delta-tape differentiates functions and fits models.

${columns(Object.entries(verbs).map(([name, { subject, text }]) => [`${name} ${subject}`.trimEnd(), text]))}

FILE may be plain TypeScript; NAME is one of its exports. delta-tape VERB --help lists the
options of a verb; delta-tape --version prints the version.
Exit codes: 0, a positive answer; 1, a negative answer; 2, a wrong question; 3, an error in your own code.
`;

const more: Readonly<Record<string, string>> = {
  fit: `
DATA.csv may be - for the standard input. Names in the model are columns, or else parameters to be found. A
column whose name has blanks or other signs stands in backticks: 'a + b * \`time [s]\`'. The response is --y,
else the column y, else the last column that the model does not name. A model has numbers, + - * / ^ or **,
pi, ln, and the functions of docs/primitives.md.
`,
};

export const helpOf = (name: string): string => {
  const { subject, text, options } = verbs[name];
  const rows = Object.entries(options).map(([option, row]) => line(option, row));
  return `${`delta-tape ${name} ${subject}`.trimEnd()}: ${text}\n\n${columns(rows)}\n${more[name] ?? ''}`;
};
