type Matrix = number[][];
const zeros = (n: number, m: number): Matrix =>
  Array.from({ length: n }, () => new Array<number>(m).fill(0));
const matmul = (a: Matrix, b: Matrix): Matrix => {
  const out = zeros(a.length, b[0].length);
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j < b[0].length; j++)
      for (let k = 0; k < b.length; k++) out[i][j] += a[i][k] * b[k][j];
  return out;
};
const transpose = (a: Matrix): Matrix => a[0].map((_, j) => a.map((row) => row[j]));
const add = (a: Matrix, b: Matrix): Matrix => a.map((row, i) => row.map((v, j) => v + b[i][j]));
const scale = (a: Matrix, s: number): Matrix => a.map((row) => row.map((v) => v * s));
class KalmanFilter {
  x: Matrix;
  P: Matrix;
  private logLik = 0;
  constructor(
    readonly F: Matrix,
    readonly Q: Matrix,
    readonly H: Matrix,
    readonly R: number,
  ) {
    this.x = [[0], [0]];
    this.P = [
      [10, 0],
      [0, 10],
    ];
  }
  predict(): void {
    this.x = matmul(this.F, this.x);
    this.P = add(matmul(matmul(this.F, this.P), transpose(this.F)), this.Q);
  }
  update(z: number): void {
    const Ht = transpose(this.H);
    const PHt = matmul(this.P, Ht);
    const S = matmul(this.H, PHt)[0][0] + this.R;
    const K = scale(PHt, 1 / S);
    const y = z - matmul(this.H, this.x)[0][0];
    this.x = add(this.x, scale(K, y));
    const KH = matmul(K, this.H);
    const I: Matrix = [
      [1, 0],
      [0, 1],
    ];
    this.P = matmul(add(I, scale(KH, -1)), this.P);
    this.logLik += -0.5 * (Math.log(2 * Math.PI * S) + (y * y) / S);
  }
  get likelihood(): number {
    return this.logLik;
  }
}
export function f(theta: { q: number; r: number }, data: number[]): number {
  const dt = 1;
  const q = Math.exp(theta.q);
  const filter = new KalmanFilter(
    [
      [1, dt],
      [0, 1],
    ],
    [
      [(q * dt ** 3) / 3, (q * dt ** 2) / 2],
      [(q * dt ** 2) / 2, q * dt],
    ],
    [[1, 0]],
    Math.exp(theta.r),
  );
  for (const z of data) {
    filter.predict();
    filter.update(z);
  }
  return -filter.likelihood;
}
export const inputs = () => [
  { q: -1, r: 0.3 },
  Array.from({ length: 100 }, (_, k) => k * 0.3 + Math.sin(k)),
];
