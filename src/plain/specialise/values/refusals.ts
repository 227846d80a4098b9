/** Why a function is not specialised, with the line that it was at. */
export class Refusal extends Error {
  constructor(
    readonly why: string,
    readonly line: number | undefined,
  ) {
    super(line === undefined || line === 0 ? why : `${why} (line ${line})`);
  }
}

/** A function takes more effort than it is worth. */
export class TooLarge extends Refusal {
  constructor() {
    super('it is too large with all that it calls', undefined);
  }
}
