#!/usr/bin/env node
/** The command `delta-tape`. */
import { run } from './command-line.js';

process.exitCode = await run(process.argv.slice(2), { out: process.stdout, err: process.stderr });
