import { leastSquares } from 'delta-tape/learn';

const curve = (height: number, rate: number, t: number) => height * Math.exp(-rate * t);

export const fit = (points: { t: number; y: number }[]) =>
  leastSquares(
    (p: { height: number; rate: number }) =>
      points.map(({ t, y }) => y - curve(p.height, p.rate, t)),
    { height: 1, rate: 1 },
  );
