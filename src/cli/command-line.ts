/** Reads the line of the command, and has its verb answer. Whatever is wrong is told in one line. */
import { parseArgs } from 'node:util';
import type { Asked, Verb } from './asked.js';
import { exits, Failure, messageOf, type Exit } from './failure.js';
import { load } from './load.js';
import type { Streams } from './streams.js';
import { help, helpOf, verbs } from './verbs.js';

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';

/** A value that begins with a minus, such as -1, belongs to the option before it. */
function joined(words: readonly string[], { options }: Verb): string[] {
  const found: string[] = [];
  for (const word of words) {
    const before = found.at(-1) ?? '';
    const takesValue = before.startsWith('--') && options[before.slice(2)]?.type === 'string';
    if (takesValue && /^-[\d.I]/.test(word)) found[found.length - 1] = `${before}=${word}`;
    else found.push(word);
  }
  return found;
}

function read(name: string, words: readonly string[], streams: Streams): Omit<Asked, 'load'> {
  const verb = verbs[name];
  try {
    const { values, positionals, tokens } = parseArgs({
      args: joined(words, verb),
      options: verb.options,
      allowPositionals: true,
      tokens: true,
    });
    const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const twice = given.find(
      (option, k) => verb.options[option].multiple !== true && given.indexOf(option) !== k,
    );
    if (twice !== undefined) {
      throw new Failure(`--${twice} is given twice: delta-tape ${name} takes it once.`);
    }
    if (positionals.length !== 1) {
      throw new Failure(
        positionals.length === 0
          ? `${verb.subject} is missing: write delta-tape ${name} ${verb.subject}.`
          : `${positionals[1]} is one word too many: delta-tape ${name} takes one ${verb.subject}.`,
      );
    }
    return { ...streams, subject: positionals[0], options: values };
  } catch (error) {
    if (error instanceof Failure) throw error;
    const [sentence] = messageOf(error)
      .replace(/^TypeError: /, '')
      .split(/(?<=\.) /);
    throw new Failure(`${sentence.replace(/\.?$/, '.')} See delta-tape ${name} --help.`);
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
  if (name === undefined || isHelp(name)) {
    streams[name === undefined ? 'err' : 'out'].write(help());
    return name === undefined ? exits.badInput : exits.good;
  }
  try {
    if (!Object.hasOwn(verbs, name)) {
      throw new Failure(`there is no verb ${name}; there are ${Object.keys(verbs).join(', ')}.`);
    }
    if (rest.some(isHelp)) {
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
