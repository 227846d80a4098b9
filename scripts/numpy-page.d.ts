export function numpyPage(names: readonly string[], statusOf: (name: string) => string): string;
export declare function numpyNames(numpy: object): string[];
