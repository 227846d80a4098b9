/** The run that records pairs (pair-columns.ts) and the forward run around it, if there are such. */
import type { Run } from '../core/real.js';

export const pairing: { run: Run | null; along: Run | null } = { run: null, along: null };
