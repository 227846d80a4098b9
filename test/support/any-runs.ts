/** Compiled code also answers where it computes little beside the functions that it calls as runs, and a run would be faster. */
import { least } from '../../src/plain/analyse/worth.js';

Object.assign(least, { toBeginRuns: 0, ofCrossing: 0 });
