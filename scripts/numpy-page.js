/** The page of the exports of numpy-ts, with what each is under differentiation. */
const groups = {
  differentiable: 'Differentiable, at every order.',
  constant: 'Constants: computed from primals, without a derivative.',
  refused: 'Refused on what is under differentiation; on other arrays each is that of numpy-ts.',
  untouched: 'As they are: classes, texts and numbers, which take no arrays.',
};

/** All exports, and after a dot the functions of groups of them (`linalg`), in the place of the group. */
export function numpyNames(numpy) {
  return Object.entries(numpy).flatMap(([name, value]) => {
    const isGroup = Object.getPrototypeOf(value ?? 0) === Object.prototype;
    const members = isGroup ? Object.entries(value) : [];
    const functions = members.filter(([, member]) => typeof member === 'function');
    return functions.length === 0 ? [name] : functions.map(([key]) => `${name}.${key}`);
  });
}

/**
 * @param {readonly string[]} names of the exports
 * @param {(name: string) => keyof typeof groups} statusOf
 */
export function numpyPage(names, statusOf) {
  const lists = Object.entries(groups).map(([status, text]) => {
    const own = names.filter((name) => statusOf(name) === status).sort();
    return `## ${status[0].toUpperCase()}${status.slice(1)} (${own.length})\n\n${text}\n\n${own
      .map((name) => `\`${name}\``)
      .join(' ')}\n`;
  });
  return `# The exports of numpy-ts\n\nWhat each is in \`delta-tape/numpy\` ([arrays](numpy.md)). This page is written by \`node scripts/numpy.js\`.\n\n${lists.join('\n')}`;
}
