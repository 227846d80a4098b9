/** Processes with limits of time and memory, whose end harms nobody. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { explained, type Failure } from './launch.js';

export interface Limits {
  readonly seconds: number;
  readonly bytes: number;
}

export interface Output {
  readonly text: string;
  /** The most memory that the process was seen to have; 0 where the system does not tell. */
  readonly peakBytes: number;
}

const POLL_MILLISECONDS = 50;

/** The most memory a process has had so far, which Linux tells. */
function peakBytesOf(pid: number): number {
  try {
    const [, kibibytes] = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
    return 1024 * Number(kibibytes);
  } catch {
    return 0;
  }
}

/** Returns the output of a command; or the reason that it did not come to its end. */
export function output(
  command: string,
  args: readonly string[],
  limits: Limits,
): Promise<Output | Failure> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const text: Buffer[] = [];
    const complaints: Buffer[] = [];
    let peakBytes = 0;
    let failure: string | undefined;
    const stop = (reason: string) => {
      failure ??= reason;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop(`more than ${limits.seconds} s`), 1000 * limits.seconds);
    const poll = setInterval(() => {
      peakBytes = Math.max(peakBytes, child.pid === undefined ? 0 : peakBytesOf(child.pid));
      if (peakBytes > limits.bytes) stop('out of memory');
    }, POLL_MILLISECONDS);
    child.stdout.on('data', (chunk: Buffer) => text.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
    child.on('error', (error) => stop(explained(error)));
    child.on('close', (code) => {
      clearTimeout(timer);
      clearInterval(poll);
      if (failure === undefined && code !== 0) {
        failure = explained(Buffer.concat(complaints).toString()) || `ended with ${code}`;
      }
      resolve(
        failure === undefined ? { text: Buffer.concat(text).toString(), peakBytes } : { failure },
      );
    });
  });
}
