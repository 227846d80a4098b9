/** The energy that bodies have after some time, which change in place. */
import { grad } from 'delta-tape';

export interface Body {
  x: number;
  y: number;
  vx: number;
  vy: number;
  mass: number;
}

function advance(bodies: Body[], dt: number): void {
  for (const a of bodies) {
    for (const b of bodies) {
      if (a === b) continue;
      const dx = b.x - a.x;
      const dy = b.y - a.y;
      const cube = (dx * dx + dy * dy + 0.01) ** 1.5;
      a.vx += (dt * b.mass * dx) / cube;
      a.vy += (dt * b.mass * dy) / cube;
    }
  }
  for (const body of bodies) {
    body.x += dt * body.vx;
    body.y += dt * body.vy;
  }
}

export function energyAfter(masses: number[], steps: number): number {
  const bodies = masses.map((mass, k) => ({
    x: Math.cos(k),
    y: Math.sin(k),
    vx: -Math.sin(k),
    vy: Math.cos(k),
    mass,
  }));
  for (let k = 0; k < steps; k++) advance(bodies, 0.01);
  return bodies.reduce((sum, { vx, vy, mass }) => sum + 0.5 * mass * (vx * vx + vy * vy), 0);
}

export const byMasses = grad(energyAfter);
