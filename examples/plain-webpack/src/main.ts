import { grad } from 'delta-tape';
import { variance } from './portfolio.js';

const covariance = [
  [0.04, 0.01],
  [0.01, 0.09],
];
const weights = [0.75, 0.25];
const slope = grad(variance)(weights, covariance);
const risks = weights.map((weight, k) => (weight * slope[k]) / (2 * variance(weights, covariance)));
console.log(risks.map((risk) => `${Math.round(100 * risk)} %`).join(', '));
