/** A small network for images: two layers of convolution, pooling, and a mean squared error. */
type Image = number[][];
interface Layer {
  kernels: Image[];
  biases: number[];
}
function conv2d(image: Image, kernel: Image, bias: number): Image {
  const [kh, kw] = [kernel.length, kernel[0].length];
  const out: Image = [];
  for (let i = 0; i + kh <= image.length; i++) {
    const row: number[] = [];
    for (let j = 0; j + kw <= image[0].length; j++) {
      let sum = bias;
      for (let a = 0; a < kh; a++)
        for (let b = 0; b < kw; b++) sum += image[i + a][j + b] * kernel[a][b];
      row.push(Math.max(0, sum));
    }
    out.push(row);
  }
  return out;
}
function pool(image: Image): Image {
  const out: Image = [];
  for (let i = 0; i < image.length - 1; i += 2) {
    const row: number[] = [];
    for (let j = 0; j < image[i].length - 1; j += 2) {
      row.push((image[i][j] + image[i + 1][j] + image[i][j + 1] + image[i + 1][j + 1]) / 4);
    }
    out.push(row);
  }
  return out;
}
export function f(layer: Layer, images: Image[], targets: number[]): number {
  let loss = 0;
  images.forEach((image, n) => {
    let score = 0;
    layer.kernels.forEach((kernel, k) => {
      const features = pool(conv2d(image, kernel, layer.biases[k]));
      score += features.flat().reduce((s, v) => s + v, 0) / features.length;
    });
    loss += (Math.tanh(score) - targets[n]) ** 2;
  });
  return loss / images.length;
}
const grid = (n: number, s: number): Image =>
  Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (__, j) => Math.sin(i * s + j * 1.3 + s)),
  );
export const inputs = (): Parameters<typeof f> => [
  { kernels: [grid(3, 1), grid(3, 2)], biases: [0.1, -0.1] },
  [grid(12, 3), grid(12, 4), grid(12, 5)],
  [1, 0, 1],
];
