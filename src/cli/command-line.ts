/** Reads the line of the command, and has its verb answer. Whatever is wrong is told in one line. */
import { parseArgs } from 'node:util';
import { version } from '../errors/version.js';
import type { Asked, Verb } from './asked.js';
import { didYouMean, exits, Failure, messageOf, type Exit } from './failure.js';
import { load } from './load.js';
import type { Streams } from './streams.js';
import { help, helpOf, verbs } from './verbs.js';

const isHelp = (word: string): boolean => ['--help', '-h', 'help'].includes(word);
const isVersion = (word: string): boolean => ['--version', '-v', '-V', 'version'].includes(word);

function insistOnVerb(name: string): void {
  if (Object.hasOwn(verbs, name)) return;
  const all = Object.keys(verbs);
  throw new Failure(
    `there is no verb ${name}.${didYouMean(name, all)} There are ${all.join(', ')}.`,
  );
}

/** A value that begins with a minus, such as -1 or -a*x, belongs to the option before it. */
function joined(words: readonly string[], { options }: Verb): string[] {
  const found: string[] = [];
  for (const word of words) {
    const before = found.at(-1) ?? '';
    const takesValue = before.startsWith('--') && options[before.slice(2)]?.type === 'string';
    if (takesValue && /^-[^-]/.test(word)) found[found.length - 1] = `${before}=${word}`;
    else found.push(word);
  }
  return found;
}

function read(name: string, words: readonly string[], streams: Streams): Omit<Asked, 'load'> {
  const verb = verbs[name];
  const { values, positionals, tokens } = parseArgs({
    args: joined(words, verb),
    options: verb.options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    insistOnOption(name, token);
    const isTwice = given.has(token.name) && verb.options[token.name].multiple !== true;
    if (isTwice)
      throw new Failure(`--${token.name} is given twice: delta-tape ${name} takes it once.`);
    given.add(token.name);
  }
  if (verb.subject === '' && positionals.length > 0) {
    throw new Failure(
      `${positionals[0]} is one word too many: delta-tape ${name} takes options alone.`,
    );
  }
  const isMissing = verb.subject !== '' && positionals.length === 0;
  if (isMissing || (positionals.length > 1 && verb.isList !== true)) {
    throw new Failure(
      positionals.length === 0
        ? `${verb.subject} is missing: write delta-tape ${name} ${verb.subject}.`
        : `${positionals[1]} is one word too many: delta-tape ${name} takes one ${verb.subject}. Put quotation marks around what has blanks.`,
    );
  }
  return { ...streams, subject: positionals.join(' '), options: values };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

/** Refuses an option that a verb does not have, or that lacks its value, or has one too many. */
function insistOnOption(verb: string, { name, rawName, value, inlineValue }: OptionToken): void {
  const { options } = verbs[verb];
  if (!Object.hasOwn(options, name)) {
    const all = Object.keys(options).map((known) => `--${known}`);
    throw new Failure(
      `delta-tape ${verb} has no option ${rawName}.${didYouMean(rawName, all)} Its options are ${all.join(', ')}.`,
    );
  }
  const { type, value: kind, text } = options[name];
  if (type === 'boolean') {
    if (value !== undefined) throw new Failure(`--${name} takes no value: write --${name} alone.`);
    return;
  }
  const isOption = inlineValue !== true && value !== undefined && /^-./.test(value);
  if (value === undefined || isOption) {
    const advice = isOption ? ` If ${value} is the value, write --${name}=${value}.` : '';
    throw new Failure(`--${name} needs a value: --${name} ${kind}, ${text}.${advice}`);
  }
}

/**
 * Answers one line of the command, and says what to end with.
 *
 * @param modules how modules of the user are loaded
 */
export async function run(
  words: readonly string[],
  streams: Streams,
  modules: Asked['load'] = load,
): Promise<Exit> {
  const [name, ...rest] = words;
  if (name === undefined) {
    streams.err.write(help());
    return exits.badInput;
  }
  try {
    if (isVersion(name)) {
      streams.out.write(`${version}\n`);
      return exits.good;
    }
    if (isHelp(name)) {
      const [verb] = rest;
      if (verb !== undefined) insistOnVerb(verb);
      streams.out.write(verb === undefined ? help() : helpOf(verb));
      return exits.good;
    }
    insistOnVerb(name);
    if (rest.some((word) => word === '--help' || word === '-h')) {
      streams.out.write(helpOf(name));
      return exits.good;
    }
    const asked = read(name, rest, streams);
    const answer = await verbs[name].answer();
    return await answer({ ...asked, load: modules });
  } catch (error) {
    const isFailure = error instanceof Failure;
    streams.err.write(`delta-tape: ${isFailure ? error.message : messageOf(error)}\n`);
    return isFailure ? error.exit : exits.threw;
  }
}
