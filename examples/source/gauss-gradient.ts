// The gradient of firstUnknown in gauss.ts, written by delta-tape.

/** The value of firstUnknown, and its gradient with respect to matrix and right. */
export function firstUnknownGradient(
  matrix: Float64Array,
  right: Float64Array,
): { value: number; gradient: [Float64Array, Float64Array] } {
  const matrixBar = new Float64Array(matrix.length);
  const rightBar = new Float64Array(right.length);
  let kept = column;
  let top = 0;
  const n = right.length;
  const a = new Float64Array(matrix.length);
  const aBar = new Float64Array(matrix.length);
  for (let i = 0; i < matrix.length; i++) { // line 4
    a[i] = matrix[i];
  }
  const b = new Float64Array(n);
  const bBar = new Float64Array(n);
  for (let i = 0; i < n; i++) { // line 5
    b[i] = right[i];
  }
  for (let k = 0; k < n; k++) { // line 6
    let pivot = k;
    for (let i = k + 1; i < n; i++) { // line 8
      if (Math.abs(a[i * n + k]) > Math.abs(a[pivot * n + k])) pivot = i;
    }
    const test = pivot !== k;
    if (test) { // line 10
      const t = k * n;
      const t2 = pivot * n;
      for (let j = k; j < n; j++) { // line 11
        const t3 = t + j;
        const held = a[t3];
        const t4 = t2 + j;
        a[t3] = a[t4];
        a[t4] = held;
      }
      const held = b[k];
      b[k] = b[pivot];
      b[pivot] = held;
    }
    const t = k * n;
    const t2 = t + k;
    for (let i = k + 1; i < n; i++) { // line 20
      const t3 = i * n;
      const a2 = a[t2];
      const factor = a[t3 + k] / a2;
      kept = withRoom(kept, top + (n - k + 1));
      for (let j = k; j < n; j++) { // line 22
        const t4 = t3 + j;
        const a3 = a[t + j];
        a[t4] -= factor * a3;
        kept[top++] = a3;
      }
      const bk = b[k];
      b[i] -= factor * bk;
      kept = withRoom(kept, top + 3);
      kept[top] = bk;
      kept[top + 1] = factor;
      kept[top + 2] = a2;
      top += 3;
    }
    kept = withRoom(kept, top + 2);
    kept[top] = pivot;
    kept[top + 1] = test ? 1 : 0;
    top += 2;
  }
  for (let i = n - 1; i >= 0; i--) { // line 26
    const t = i * n;
    kept = withRoom(kept, top + (n - (i + 1) + 1));
    for (let j = i + 1; j < n; j++) { // line 27
      const bj = b[j];
      b[i] -= a[t + j] * bj;
      kept[top++] = bj;
    }
    const t2 = b[i] / a[t + i];
    b[i] = t2;
    kept = withRoom(kept, top + 1);
    kept[top++] = t2;
  }

  // The reverse sweep.
  bBar[0] += 1;
  for (let i = 0; i <= n - 1; i++) { // line 26
    const t = kept[--top];
    const t2 = i * n;
    const t3 = t2 + i;
    const t4 = bBar[i] ?? 0;
    bBar[i] = 0;
    const biBar = t4 * (1 / a[t3]);
    aBar[t3] += -(biBar * t);
    bBar[i] += biBar;
    for (let j = n - 1; j >= i + 1; j--) { // line 27
      const bj = kept[--top];
      const t5 = t2 + j;
      const t6 = -(bBar[i] ?? 0);
      bBar[j] += t6 * a[t5];
      aBar[t5] += t6 * bj;
    }
  }
  for (let k = n - 1; k >= 0; k--) { // line 6
    top -= 2;
    const pivot = kept[top];
    const test = kept[top + 1] === 1;
    const t = k * n;
    const t2 = t + k;
    for (let i = n - 1; i >= k + 1; i--) { // line 20
      top -= 3;
      const bk = kept[top];
      const factor = kept[top + 1];
      const a2 = kept[top + 2];
      const t3 = i * n;
      const t4 = t3 + k;
      const t5 = -(bBar[i] ?? 0);
      bBar[k] += t5 * factor;
      let factorBar = t5 * bk;
      for (let j = n - 1; j >= k; j--) { // line 22
        const a3 = kept[--top];
        const t6 = t + j;
        const t7 = -(aBar[t3 + j] ?? 0);
        aBar[t6] += t7 * factor;
        factorBar += t7 * a3;
      }
      const aBar2 = factorBar * (1 / a2);
      aBar[t2] += -(aBar2 * factor);
      aBar[t4] += aBar2;
    }
    if (test) { // line 10
      const t3 = pivot * n;
      const heldBar = bBar[pivot] ?? 0;
      bBar[pivot] = 0;
      const bPivotBar = bBar[k] ?? 0;
      bBar[k] = 0;
      bBar[pivot] += bPivotBar;
      bBar[k] += heldBar;
      for (let j = n - 1; j >= k; j--) { // line 11
        const t4 = t3 + j;
        const t5 = t + j;
        const heldBar2 = aBar[t4] ?? 0;
        aBar[t4] = 0;
        const aBar2 = aBar[t5] ?? 0;
        aBar[t5] = 0;
        aBar[t4] += aBar2;
        aBar[t5] += heldBar2;
      }
    }
  }
  for (let i = n - 1; i >= 0; i--) { // line 5
    rightBar[i] += bBar[i] ?? 0;
  }
  for (let i = matrix.length - 1; i >= 0; i--) { // line 4
    matrixBar[i] += aBar[i] ?? 0;
  }
  insist(matrixBar);
  insist(rightBar);
  return { value: b[0], gradient: [matrixBar, rightBar] };
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
