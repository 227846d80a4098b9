/** The numbers from 0 on, so many of them. */
export const range = (length: number): number[] => Array.from({ length }, (_, k) => k);
