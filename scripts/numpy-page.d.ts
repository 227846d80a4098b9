export function numpyPage(names: readonly string[], statusOf: (name: string) => string): string;
