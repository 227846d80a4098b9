/** The function itself, as a function of a file. */
import { improved } from '../improve/improved.js';
import type { SourceFile } from './file.js';
import { Frame } from './frame.js';
import { ownResults, valueField } from './result-tree.js';

export function valueText(file: SourceFile): string {
  const { subject } = file;
  const f = improved(subject.func);
  const frame = new Frame(file, f);
  const { results } = frame.body(false);
  const types = f.region.yields.map(({ type }) => type);
  return frame.returnsOnly(
    { name: `${subject.name}Value`, about: `The value of ${subject.name}.`, isExported: false },
    valueField(subject.result, types, (place) => results[place].text, ownResults(f)),
  );
}
