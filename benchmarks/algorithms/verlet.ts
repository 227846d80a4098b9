/** Where the end of a hanging chain swings to: particles with constraints, by Verlet's method. */
interface Particle {
  x: number;
  y: number;
  oldX: number;
  oldY: number;
}

interface Chain {
  gravity: number;
  wind: number;
  length: number;
}

export function f(chain: Chain, links: number, steps: number): number {
  const particles: Particle[] = Array.from({ length: links }, (_, k) => {
    const x = k * chain.length;
    return { x, y: 0, oldX: x, oldY: 0 };
  });
  const dt = 0.02;
  for (let step = 0; step < steps; step++) {
    for (const p of particles) {
      const vx = p.x - p.oldX;
      const vy = p.y - p.oldY;
      p.oldX = p.x;
      p.oldY = p.y;
      p.x += vx + chain.wind * dt * dt;
      p.y += vy - chain.gravity * dt * dt;
    }
    for (let pass = 0; pass < 4; pass++) {
      for (let k = 0; k + 1 < particles.length; k++) {
        const a = particles[k];
        const b = particles[k + 1];
        const dx = b.x - a.x;
        const dy = b.y - a.y;
        const distance = Math.sqrt(dx * dx + dy * dy);
        const shift = (0.5 * (distance - chain.length)) / distance;
        a.x += dx * shift;
        a.y += dy * shift;
        b.x -= dx * shift;
        b.y -= dy * shift;
      }
      particles[0].x = 0;
      particles[0].y = 0;
    }
  }
  const last = particles[particles.length - 1];
  return last.x * last.x + last.y;
}

export const inputs = (n: number): Parameters<typeof f> => [
  { gravity: 9.81, wind: 1.5, length: 0.2 },
  n,
  3 * n,
];
