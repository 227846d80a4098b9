/** The first page: what the library is, in thirty seconds. */

/** Where the chart of this page stands on the first page. */
export const speedPage = 'benchmarks/gradbench.md';
export const speedChart = '<!-- the chart -->';

/**
 * @param snippet a program, with what it prints and a link to the explorer
 * @param live the module that fits the curve
 */
export const landingPage = (snippet: string, live: string): string => `---
layout: home
hero:
  name: delta-tape
  text: Exact gradients of TypeScript functions
  tagline: Write plain TypeScript. The library differentiates it, in time and memory linear in what the function costs.
  actions:
    - theme: brand
      text: Begin
      link: /installation
    - theme: alt
      text: Try it in the explorer
      link: /explorer/index.html
      target: _self
    - theme: alt
      text: Reference
      link: /reference/
features:
  - title: Plain TypeScript
    details: Native operators, Math, closures, classes, recursion, arrays and objects. Your functions keep their meaning and their types.
    link: /plain
    linkText: What it understands
  - title: Compiled gradients
    details: Numeric code gets a gradient that is code itself, without a tape. You can read it, and write it into a file.
    link: /source
    linkText: Derivatives as source files
  - title: Every kind of derivative
    details: Gradients, Jacobians, Hessians, products with them, Taylor series, sparse matrices, your own rules, derivatives through solvers.
    link: /derivatives
    linkText: All operators
  - title: Fit, train, infer
    details: Least squares with standard errors, minimizers, optimizers, training with checkpoints, and the no-U-turn sampler.
    link: /learn
    linkText: Fitting and training
  - title: Arrays
    details: NumPy arrays by numpy-ts, and functions for networks, from dense layers to convolutions.
    link: /numpy
    linkText: Arrays
  - title: Checked
    details: The method is proved in a paper, and the code follows it figure by figure. A checker holds derivatives to their laws.
    link: /paper
    linkText: The paper in the code
---

## Fit a curve, here

<div class="tried">

<ClientOnly><LiveFit /></ClientOnly>

\`\`\`ts
${live.trimEnd()}
\`\`\`

</div>

The curve is fitted by exact derivatives of this function, in your browser, each time a point moves.

## A program and its gradients

<div class="shown">

${snippet}

<div>

The gradient has the shape of the argument. The program declares nothing, and uses no array or operator of a library.

Save it as \`app.ts\`, and run it:

\`\`\`sh
npm install delta-tape
node --import delta-tape/register app.ts
\`\`\`

[Installation](./installation.md) shows Vite, Jest and all other loaders.

</div>

</div>

## How fast it is

${speedChart}

[The evals of GradBench](./benchmarks/gradbench.md), on one core. Tapes and compilers of other languages take part.

## Where to go

- You have data and a formula: [fit a curve](./tutorials/fit-a-curve.md).
- You have a simulation: [differentiate it](./tutorials/differentiate-a-simulation.md).
- You have an optimizer, and need a gradient: [plug it in](./tutorials/other-optimizers.md).
- You know JAX: [the same things by other names](./derivatives.md#names-in-jax).
- You have an error: [look it up by its code](./errors.md#index).
- You know the paper: [find its figures in the code](./paper.md).
`;
