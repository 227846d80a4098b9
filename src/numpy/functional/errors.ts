/** What functional operators throw. */
import { wrongOption } from '../errors.js';

export const activeUnit = () =>
  wrongOption(
    'np.reduce: the unit is under differentiation, and it has no derivative, since any unit of the function is as good. ' +
      'Use np.fold, whose start has one.',
  );
