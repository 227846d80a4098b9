class Matrix {
  readonly data: Float64Array;
  constructor(
    readonly rows: number,
    readonly cols: number,
  ) {
    this.data = new Float64Array(rows * cols);
  }
  get(i: number, j: number): number {
    return this.data[i * this.cols + j];
  }
  set(i: number, j: number, v: number): this {
    this.data[i * this.cols + j] = v;
    return this;
  }
  static identity(n: number): Matrix {
    const m = new Matrix(n, n);
    for (let i = 0; i < n; i++) m.set(i, i, 1);
    return m;
  }
  static from(rows: number[][]): Matrix {
    const m = new Matrix(rows.length, rows[0].length);
    rows.forEach((row, i) => row.forEach((v, j) => m.set(i, j, v)));
    return m;
  }
  mul(o: Matrix): Matrix {
    const out = new Matrix(this.rows, o.cols);
    for (let i = 0; i < this.rows; i++)
      for (let j = 0; j < o.cols; j++) {
        let s = 0;
        for (let k = 0; k < this.cols; k++) s += this.get(i, k) * o.get(k, j);
        out.set(i, j, s);
      }
    return out;
  }
  get trace(): number {
    let t = 0;
    for (let i = 0; i < this.rows; i++) t += this.get(i, i);
    return t;
  }
}
function power(m: Matrix, n: number): Matrix {
  let result = Matrix.identity(m.rows);
  let base = m;
  while (n > 0) {
    if (n % 2 === 1) result = result.mul(base);
    base = base.mul(base);
    n = Math.floor(n / 2);
  }
  return result;
}
export function f(a: number[][], n: number): number {
  return power(Matrix.from(a), n).trace;
}
export const inputs = () => [
  [
    [0.5, 0.2, 0.1],
    [0.1, 0.6, 0.2],
    [0.3, 0.1, 0.4],
  ],
  13,
];
