/** The angles of an arm that reaches for a point. */
import { grad } from 'delta-tape';

class Vec2 {
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}

  add(other: Vec2): Vec2 {
    return new Vec2(this.x + other.x, this.y + other.y);
  }

  distance(other: Vec2): number {
    return Math.sqrt((this.x - other.x) ** 2 + (this.y - other.y) ** 2);
  }
}

const lengths = [1, 0.8, 0.5];

export function miss(angles: number[], x: number, y: number): number {
  let hand = new Vec2(0, 0);
  let turn = 0;
  for (let i = 0; i < lengths.length; i++) {
    turn += angles[i];
    hand = hand.add(new Vec2(lengths[i] * Math.cos(turn), lengths[i] * Math.sin(turn)));
  }
  return hand.distance(new Vec2(x, y));
}

export function reach(x: number, y: number): number[] {
  let angles = [0.1, 0.1, 0.1];
  for (let k = 0; k < 200; k++) {
    const by = grad(miss)(angles, x, y);
    angles = angles.map((angle, i) => angle - 0.02 * by[i]);
  }
  return angles;
}
