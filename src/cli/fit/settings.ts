/** Options that give numbers to parameters, such as `a=2,b=1`. */
import { Failure } from '../failure.js';

export function settingsOf(option: string, text: string | undefined): Map<string, number> {
  const settings = new Map<string, number>();
  for (const part of text?.split(',') ?? []) {
    const [, quoted, bare, value] = /^\s*(?:`([^`]+)`|([^=\s]+))\s*=\s*(\S+)\s*$/.exec(part) ?? [];
    const name = quoted ?? bare;
    if (name === undefined || !Number.isFinite(Number(value))) {
      throw new Failure(
        `--${option} ${text} is not of the form a=2,b=1: see ${part.trim() || 'what is empty'}.`,
      );
    }
    if (settings.has(name)) throw new Failure(`--${option} ${text} gives ${name} twice.`);
    settings.set(name, Number(value));
  }
  return settings;
}
