/** The parts of training that need Node: files, and the terminal. */
export { checkpointFile } from './checkpoint-file.js';
export { loadModel, loadTensors, saveModel, type ReadOptions } from './models.js';
export { terminalProgress, type Terminal } from './terminal.js';
