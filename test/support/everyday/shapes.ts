type Shape =
  | { kind: 'circle'; r: number }
  | { kind: 'rect'; w: number; h: number }
  | { kind: 'tri'; a: number; b: number; angle: number };
const area = (s: Shape): number => {
  switch (s.kind) {
    case 'circle':
      return Math.PI * s.r ** 2;
    case 'rect':
      return s.w * s.h;
    case 'tri':
      return 0.5 * s.a * s.b * Math.sin(s.angle);
  }
};
export function f(scale: number, shapes: Shape[]): number {
  return shapes.reduce((sum, s) => sum + Math.tanh(scale * area(s)), 0);
}
export const inputs = () => [
  0.7,
  [
    { kind: 'circle', r: 1 },
    { kind: 'rect', w: 1, h: 2 },
    { kind: 'tri', a: 1, b: 1, angle: 0.6 },
  ],
];
