export const square = (x: number): number => x * x;
