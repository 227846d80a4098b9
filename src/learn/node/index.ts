/** What training needs of Node: files. */
export { loadModel, loadTensors, saveModel, type ReadOptions } from './models.js';
