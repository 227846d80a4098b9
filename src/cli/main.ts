#!/usr/bin/env node
/** The command `delta-tape`. */
import { run } from './command-line.js';
import { exits, messageOf } from './failure.js';

/** Errors that the user's code throws later, outside of a run, are also printed without a stack. */
process.on('uncaughtException', (error: unknown) => {
  process.stderr.write(`delta-tape: ${messageOf(error)}\n`);
  process.exit(exits.threw);
});
// A reader of a pipe may go before the answer ends, as head does.
process.stdout.on('error', () => process.exit(exits.good));

const { stdin, stdout, stderr } = process;
process.exitCode = await run(process.argv.slice(2), { in: stdin, out: stdout, err: stderr });
