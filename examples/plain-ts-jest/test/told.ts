export const text = (): string => 'told';
