/** A camera that is turned about the y-axis. */
export interface Camera {
  focus: number;
  turn: number;
  place: [number, number, number];
}

/** Where a camera sees some points: two numbers for each, one after another. */
export function seen(camera: Camera, points: readonly (readonly number[])[]): Float64Array {
  const { focus, turn, place } = camera;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const image = new Float64Array(2 * points.length);
  for (let k = 0; k < points.length; k++) {
    const x = points[k][0] - place[0];
    const y = points[k][1] - place[1];
    const z = points[k][2] - place[2];
    const depth = cos * z - sin * x;
    image[2 * k] = (focus * (cos * x + sin * z)) / depth;
    image[2 * k + 1] = (focus * y) / depth;
  }
  return image;
}
