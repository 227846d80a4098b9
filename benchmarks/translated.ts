/** Where the translations of the plain workloads are; apart, since it needs no Babel. */
export const PLAIN_MODULES = ['rosenbrock', 'network', 'chain'] as const;

/** As deep as its source, so that it finds what it imports. */
export const translationOf = (module: string): URL =>
  new URL(`./translated/${module}.js`, import.meta.url);
