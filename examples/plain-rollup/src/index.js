/** A library written in JavaScript: distances along the earth, and where they grow fastest. */
import { grad } from 'delta-tape';

const radius = 6371;
const radians = (degrees) => (degrees * Math.PI) / 180;

/** By the haversine formula, in kilometres; places are latitude and longitude in degrees. */
export function distance(from, to) {
  const [a, b] = [from, to].map(([latitude]) => radians(latitude));
  const haversine = (angle) => Math.sin(angle / 2) ** 2;
  const h =
    haversine(b - a) + Math.cos(a) * Math.cos(b) * haversine(radians(to[1]) - radians(from[1]));
  return 2 * radius * Math.asin(Math.sqrt(h));
}

/** In kilometres per degree. */
export const away = grad(distance);
