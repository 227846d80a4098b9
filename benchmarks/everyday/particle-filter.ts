/** A particle filter without resampling: the likelihood of a robot's walk beside beacons. */
interface Particle {
  x: number;
  y: number;
  heading: number;
  logWeight: number;
}
interface Beacon {
  x: number;
  y: number;
}
interface Model {
  speed: number;
  turn: number;
  noise: number;
}
const move = (p: Particle, model: Model, jitter: number): Particle => {
  const heading = p.heading + model.turn + 0.1 * jitter;
  return {
    ...p,
    heading,
    x: p.x + model.speed * Math.cos(heading),
    y: p.y + model.speed * Math.sin(heading),
  };
};
function weigh(p: Particle, beacons: Beacon[], ranges: number[], noise: number): Particle {
  let logWeight = p.logWeight;
  beacons.forEach((b, i) => {
    const r = Math.hypot(p.x - b.x, p.y - b.y);
    logWeight += -0.5 * ((r - ranges[i]) / noise) ** 2 - Math.log(noise);
  });
  return { ...p, logWeight };
}
const logSumExp = (xs: number[]) => {
  const m = Math.max(...xs);
  return m + Math.log(xs.map((x) => Math.exp(x - m)).reduce((a, b) => a + b));
};
export function f(
  model: Model,
  beacons: Beacon[],
  measured: number[][],
  jitters: number[][],
): number {
  let particles: Particle[] = jitters[0].map((j) => ({ x: j, y: -j, heading: j, logWeight: 0 }));
  for (let t = 0; t < measured.length; t++) {
    particles = particles
      .map((p, k) => move(p, model, jitters[t][k]))
      .map((p) => weigh(p, beacons, measured[t], model.noise));
  }
  return logSumExp(particles.map((p) => p.logWeight)) - Math.log(particles.length);
}
export const inputs = (): Parameters<typeof f> => [
  { speed: 0.4, turn: 0.05, noise: 0.7 },
  [
    { x: 3, y: 0 },
    { x: 0, y: 3 },
    { x: -2, y: -2 },
  ],
  Array.from({ length: 10 }, (_, t) => [3 - t / 9, 3 + t / 10, 2.5 + t / 7]),
  Array.from({ length: 10 }, (_, t) =>
    Array.from({ length: 30 }, (__, k) => Math.sin(t * 9 + k * 4)),
  ),
];
