/** The worker for code with arrays of NumPy. */
import * as nn from 'delta-tape/nn';
import * as numpy from 'delta-tape/numpy';
import { serve } from './serve.js';

serve({ 'delta-tape/numpy': numpy, 'delta-tape/nn': nn });
