/** The targets of the project, and whether it reaches them. */
import type { Results } from './report.js';
import type { Target } from './text.js';
import { theChain, theNetwork, theValley } from './workloads.js';

/** The ratio up to which costs count as flat: the dearest operation against the cheapest. */
const FLAT = 1.5;

/** Gradients of plain TypeScript are to be one and a half times as fast as with explicit operators. */
const FASTER = 1 / 1.5;

export function targets({
  ratios,
  plain,
  translation,
  kinds,
  scaling,
  trajectories,
  bundles,
}: Omit<Results, 'launches' | 'loadBefore' | 'orders'>): Target[] {
  const ratioOf = (name: string) => ratios.find((one) => one.name === name)!.library.median;
  const plainOf = (name: string) => plain.find((one) => one.name === name)!;
  const long = scaling.filter(({ operations }) => operations >= 1e4);
  const costs = long.map(({ steadyNanoseconds }) => steadyNanoseconds);
  return [
    { what: 'network: library ÷ plain', atMost: 7, measured: ratioOf(theNetwork.name) },
    { what: 'chain: library ÷ plain', atMost: 5, measured: ratioOf(theChain.name) },
    {
      what: 'network: hvp ÷ gradient',
      atMost: 4,
      measured: kinds.find(({ name }) => name === theNetwork.name)!.productToGradient,
    },
    {
      what: 'bytes of tape per operation, 10⁴ to 10⁷',
      atMost: 48,
      measured: Math.max(...long.map(({ countedBytes }) => countedBytes)),
    },
    {
      what: 'cost per operation, 10⁴ to 10⁷: dearest ÷ cheapest',
      atMost: FLAT,
      measured: Math.max(...costs) / Math.min(...costs),
    },
    {
      what: 'MiB of a process that differentiates the longest trajectory',
      atMost: 512,
      measured: trajectories[0].peakBytes / 2 ** 20,
    },
    {
      what: 'plain TypeScript: translated ÷ original, on numbers',
      atMost: 1.1,
      measured: Math.max(...plain.map(({ translated }) => translated)),
    },
    {
      what: 'network in plain TypeScript: gradient ÷ original',
      atMost: 5,
      measured: plainOf(theNetwork.name).gradientToOriginal,
    },
    {
      what: 'network in plain TypeScript: gradient ÷ with operators',
      atMost: FASTER,
      measured: plainOf(theNetwork.name).toOperators,
    },
    {
      what: 'Rosenbrock in plain TypeScript: gradient ÷ original',
      atMost: 25,
      measured: plainOf(theValley.name).gradientToOriginal,
    },
    {
      what: 'Rosenbrock in plain TypeScript: gradient ÷ with operators',
      atMost: FASTER,
      measured: plainOf(theValley.name).toOperators,
    },
    {
      what: 'milliseconds to translate 1,000 lines, once warm',
      atMost: 1000,
      measured: (translation.later / translation.lines) * 1000,
    },
    {
      what: 'milliseconds to translate 1,000 lines, first in a process',
      atMost: 1000,
      measured: (translation.first / translation.lines) * 1000,
    },
    {
      what: 'size of translated code ÷ original, modules of packages together, minified',
      atMost: 3,
      measured: translation.sizes.all.minified,
    },
    {
      what: 'size of a bundle with derivatives ÷ without, the program that grows most, minified',
      atMost: 4,
      measured: Math.max(
        ...bundles.map(({ original, translated }) => translated.minified / original.minified),
      ),
    },
    {
      what: 'size of translated code ÷ original, the module that grows most, minified and packed',
      atMost: 3,
      measured: Math.max(...translation.sizes.each.map(({ ratios }) => ratios.packed)),
    },
  ];
}
