/** The stamp of translated modules. */
import { version } from '../../errors/version.js';
import { otherRuntime } from './errors.js';

/**
 * Translated modules call this once, when they are loaded, with the version that translated them. What they call
 * afterwards may mean something else in another version.
 *
 * @throws DeltaTapeError if that is not the version that runs them.
 */
export function translatedBy(translator: string): void {
  if (translator !== version) throw otherRuntime(translator, version);
}
