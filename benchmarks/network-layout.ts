/** Where things are in the network's flat array of parameters. */

/** Neurons of a hidden layer. */
export const HIDDEN = 16;
/** Where the parameters of the layers start: for each neuron its bias, then its weights. */
export const LAYER1 = 0;
export const LAYER2 = HIDDEN * (1 + 2);
export const LAYER3 = LAYER2 + HIDDEN * (1 + HIDDEN);
export const PARAMETERS = LAYER3 + 1 + HIDDEN;

export interface Sample {
  readonly input: Float64Array;
  readonly target: number;
}
