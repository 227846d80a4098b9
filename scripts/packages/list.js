/** Public packages whose functions of numbers are differentiated as they are, and where a difference is no slope. */

export const packages = {
  'astronomy-engine': '2.1.19',
  'black-scholes': '1.1.0',
  'chroma-js': '3.2.0',
  'colorjs.io': '0.7.1',
  'commons-math-interpolation': '2.2.4',
  'complex.js': '2.4.3',
  culori: '4.0.2',
  'd3-array': '3.2.5',
  'd3-geo': '3.1.2',
  'd3-geo-projection': '4.0.0',
  'd3-hierarchy': '3.1.3',
  'd3-shape': '3.2.1',
  gaussian: '1.3.0',
  geolib: '3.3.14',
  'gl-matrix': '3.4.4',
  greeks: '1.0.0',
  'ml-distance': '5.0.0',
  'ml-matrix': '6.15.1',
  'ml-peak-shape-generator': '5.5.0',
  'num-sort': '2.1.0',
  'perspective-transform': '1.1.3',
  proj4: '2.22.0',
  quaternion: '2.2.0',
  'robust-predicates': '3.0.3',
  'satellite.js': '7.1.0',
  'spherical-geometry-js': '3.0.2',
  suncalc: '2.0.2',
  three: '0.187.0',
  'transformation-matrix': '3.1.0',
};

/** Functions that the derivative is another one of than differences show, and why. */
export const exceptions = [
  [/^colorjs\.io (default\.)?util\.toPrecision$/, 'rounds'],
  [/^transformation-matrix (default\.)?(fromTriangles|smoothMatrix)$/, 'rounds'],
  [/^d3-array greatest$/, 'takes one of two that are alike'],
  [/^d3-geo-projection geoGringortenRaw\.invert$/, 'bisects'],
  [/^d3-geo-projection geoMollweideRaw$/, 'begins far away, where Newton’s iteration is chaotic'],
  [/^ml-peak-shape-generator getPseudoVoigtFactor$/, 'bisects'],
];
