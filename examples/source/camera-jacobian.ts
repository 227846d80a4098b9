// The Jacobian of seen in camera.ts, written by delta-tape.

interface Camera {
  focus: number;
  turn: number;
  place: [number, number, number];
}

/** The value of seen, and its Jacobian with respect to camera: a row for each number that seen gives. */
export function seenJacobian(
  camera: Camera,
  points: readonly (readonly number[])[],
): { value: Float64Array; jacobian: Camera[] } {
  const value = seenValue(camera, points);
  const jacobian: Camera[] = [];
  const resultBar = new Float64Array(value.length);
  for (let k = 0; k < value.length; k++) {
    resultBar[k] = 1;
    jacobian.push(seenVjp(camera, points, resultBar));
    resultBar[k] = 0;
  }
  return { value, jacobian };
}

/** The value of seen. */
function seenValue(camera: Camera, points: readonly (readonly number[])[]): Float64Array {
  const { focus, turn } = camera;
  const [place0, place1, place2] = camera.place;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const image = new Float64Array(2 * points.length);
  for (let k = 0; k < points.length; k++) { // line 14
    const pointsk = points[k];
    const x = pointsk[0] - place0;
    const y = pointsk[1] - place1;
    const z = pointsk[2] - place2;
    const depth = cos * z - sin * x;
    const t = 2 * k;
    image[t] = focus * (cos * x + sin * z) / depth;
    image[t + 1] = focus * y / depth;
  }
  return image;
}

/** The cotangent of camera, for a cotangent of what seen gives. */
function seenVjp(
  camera: Camera,
  points: readonly (readonly number[])[],
  resultBar: Float64Array,
): Camera {
  const { focus, turn } = camera;
  const [place0, place1, place2] = camera.place;
  let kept = column;
  let top = 0;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const t = 2 * points.length;
  const image = new Float64Array(t);
  const imageBar = new Float64Array(t);
  kept = withRoom(kept, top + 2 * (points.length + 1));
  for (let k = 0; k < points.length; k++) { // line 14
    const pointsk = points[k];
    const x = pointsk[0] - place0;
    const y = pointsk[1] - place1;
    const z = pointsk[2] - place2;
    const depth = cos * z - sin * x;
    const t2 = 2 * k;
    const t3 = focus * (cos * x + sin * z) / depth;
    image[t2] = t3;
    const t4 = focus * y / depth;
    image[t2 + 1] = t4;
    kept[top] = t4;
    kept[top + 1] = t3;
    top += 2;
  }

  // The reverse sweep.
  for (let i = 0; i < imageBar.length; i++) {
    imageBar[i] += resultBar[i];
  }
  let focusBar = 0;
  let sinBar = 0;
  let cosBar = 0;
  let place2Bar = 0;
  let place1Bar = 0;
  let place0Bar = 0;
  for (let k = points.length - 1; k >= 0; k--) { // line 14
    top -= 2;
    const t2 = kept[top];
    const t3 = kept[top + 1];
    const t4 = 2 * k;
    const t5 = t4 + 1;
    const pointsk = points[k];
    const z = pointsk[2] - place2;
    const x = pointsk[0] - place0;
    const t6 = imageBar[t5] ?? 0;
    imageBar[t5] = 0;
    const t7 = 1 / (cos * z - sin * x);
    const t8 = t6 * t7;
    const t9 = imageBar[t4] ?? 0;
    imageBar[t4] = 0;
    const t10 = t9 * t7;
    const depthBar = -(t8 * t2) + -(t10 * t3);
    const focusBar2 = focusBar + t8 * (pointsk[1] - place1) + t10 * (cos * x + sin * z);
    const t11 = t10 * focus;
    const t12 = -depthBar;
    focusBar = focusBar2;
    sinBar = sinBar + t11 * z + t12 * x;
    cosBar = cosBar + t11 * x + depthBar * z;
    place2Bar += -(t11 * sin + depthBar * cos);
    place1Bar += -(t8 * focus);
    place0Bar += -(t11 * cos + t12 * sin);
  }
  const gradient: Camera = {
    focus: focusBar,
    turn: sinBar * cos + cosBar * -sin,
    place: [place0Bar, place1Bar, place2Bar],
  };
  insist([gradient.focus, gradient.turn, gradient.place[0], gradient.place[1], gradient.place[2]]);
  return gradient;
}

/** Where numbers are kept for the reverse sweep, from call to call. */
let column: Float64Array = new Float64Array(1024);

/** A column with the same numbers, and with room for so many. */
function withRoom(full: Float64Array, size: number): Float64Array {
  if (!(size > full.length)) return full;
  column = new Float64Array(Math.max(Math.ceil(size), 2 * full.length));
  column.set(full);
  return column;
}

/** Refuses NaN: where a slope that is not finite meets a cotangent of 0, the right answer may be 0. */
function insist(numbers: ArrayLike<number>): void {
  for (let k = 0; k < numbers.length; k++)
    if (Number.isNaN(numbers[k]))
      throw new RangeError('The derivative is NaN here. Write this code again with the option exactZeros.');
}
