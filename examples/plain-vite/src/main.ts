import { aim } from './aim.js';

const degrees = (aim(20, 15) * 180) / Math.PI;
document.querySelector('output')!.textContent = `Aim at ${degrees.toFixed(1)} degrees.`;
