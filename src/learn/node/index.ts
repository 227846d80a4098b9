/** The parts of training and inference that need Node: files, the terminal, and threads. */
export { checkpointFile } from './checkpoint-file.js';
export { loadModel, loadTensors, saveModel, type ReadOptions } from './models.js';
export { terminalProgress, type Terminal } from './terminal.js';
export { threads } from './threads.js';
