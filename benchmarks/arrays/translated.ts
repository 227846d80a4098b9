/** Modules in plain TypeScript, translated as they are loaded. */
import { project } from '../peers/project.js';

export async function translated<T>(path: string): Promise<T> {
  await import('delta-tape/register');
  return (await import(new URL(path, project).href)) as T;
}
