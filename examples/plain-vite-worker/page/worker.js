/* global self -- which a worker has */
import { fit, text } from '../src/fit.ts';

self.onmessage = ({ data }) => self.postMessage(text(fit(data)));
