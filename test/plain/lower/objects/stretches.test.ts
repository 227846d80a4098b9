/** Code with arrays of objects in other objects does what a run does, or is left to it. */
import { layers, layerTypes, tree } from '../../../support/layers.js';
import { areCompiled } from '../../../support/temptations.js';

test.each([
  ['1e-17', false],
  ['-1e-17', false],
  ['0.5', false],
  ['1 - 1e-16', false],
  ['-1', false],
  ['2', false],
  ['NaN', false],
  ['-0', true],
  ['1', true],
])('An element at %s is that of a run, which alone knows what stands there.', (at, isCompiled) => {
  const text = `${layerTypes.replace(/export /g, '')} exports.f = f;
function f(n: Node, x: number): number { const at = ${at} * (x / x); const c = n.children[at]; return c.value * x; }`;
  expect(areCompiled({ text, args: () => [tree(), 2] })).toBe(isCompiled);
});

const inTurn = (list: string): string =>
  `const all = ${list}; let s = all.length; for (let i = 0; i < all.length; i++) { const l = all[i]; s += (i + 1) * l.bias; for (const m of l.neurons) s += m.b * l.bias * (i + 2); } return s;`;

test.each([
  ['sorted', inTurn('layers.slice().sort((p, q) => p.bias - q.bias)')],
  ['sorted in place', inTurn('layers.sort((p, q) => p.bias - q.bias)')],
  ['sorted by toSorted', inTurn('layers.toSorted((p, q) => q.bias - p.bias)')],
  ['in reverse', inTurn('layers.slice().reverse()')],
  ['in reverse in place', inTurn('layers.reverse()')],
  ['from the second on', inTurn('layers.slice(1)')],
  ['copied', inTurn('[...layers]')],
  ['copied one by one', inTurn('layers.map((l) => l)')],
  ['copied with changes', inTurn('layers.map((l) => ({ ...l, bias: l.bias * 2 }))')],
  ['some of them', inTurn('layers.filter((l) => l.bias > 0)')],
  ['twice', inTurn('layers.concat(layers)')],
  ['or none', inTurn('layers[0].bias > 9 ? layers : []')],
  ['or some', inTurn('layers[0].bias > 0 ? layers : other')],
  ['pushed', 'const some: Layer[] = []; for (const l of layers) some.push(l); ' + inTurn('some')],
  ['pushed to', 'layers.push(layers[0]); ' + inTurn('layers')],
  ['without the last', 'layers.pop(); ' + inTurn('layers')],
  ['exchanged', '[layers[0], layers[1]] = [layers[1], layers[0]]; ' + inTurn('layers')],
  ['with other arrays', 'layers[0].neurons = layers[2].neurons; ' + inTurn('layers')],
  ['the last', 'return layers[layers.length - 1].bias * layers.at(-1)!.neurons.length;'],
  ['one too far', 'return layers[layers.length] === undefined ? layers[0].bias : 0;'],
  [
    'found',
    'return layers.find((l) => l.neurons.length === 0)!.bias * layers.findIndex((l) => l.bias > 0.5);',
  ],
  [
    'parts of arrays',
    'let s = 0; for (const m of layers[0].neurons.slice(1)) s += m.b; return s * layers[0].neurons.concat(layers[2].neurons).length;',
  ],
  [
    'sorted parts',
    'layers[0].neurons.sort((p, q) => p.b - q.b); return layers[0].neurons[0].b * layers[0].bias;',
  ],
  [
    'changed parts',
    'for (const l of layers) for (const m of l.neurons) { m.b *= l.bias; for (const t of m.taps) t.x += m.b; } let s = 0; for (const l of layers) for (const m of l.neurons) for (const t of m.taps) s += t.x * m.b; return s;',
  ],
  [
    'equal ones',
    'return layers[0].neurons === layers[1].neurons ? 0 : layers[0] === layers[0] ? layers[0].bias : 2;',
  ],
  [
    'destructured',
    'const [{ bias, neurons: [m] }, ...rest] = layers; return bias * m.b * rest.length + rest[1].bias;',
  ],
])('Objects with arrays that are %s are those of a run.', (_, body) => {
  const orders = [
    'bias: number; neurons: { b: number; taps: P[] }[]',
    'neurons: { taps: P[]; b: number }[]; bias: number',
  ];
  const data = () =>
    layers().map(({ bias, neurons }) => ({
      neurons: neurons.map(({ b, taps }) => ({ taps, b })),
      bias,
    }));
  for (const order of orders) {
    const text = `interface P { x: number; y: number } interface Layer { ${order} } exports.f = f;
function f(layers: Layer[], other: Layer[]): number { ${body} }`;
    for (const wrt of [0, [0, 1]])
      areCompiled({ text, wrt, args: () => [data(), data().slice(1)] });
  }
});
