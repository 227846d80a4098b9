/** The worker for code without arrays of NumPy, which weigh as much as all else. */
import { serve } from './serve.js';

serve({});
