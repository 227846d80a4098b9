/** Asks whether functions may be made of texts. The content security policy of a page may forbid that. */
export function mayMakeCode(): boolean {
  try {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- this is the question
    new Function('');
    return true;
  } catch {
    return false;
  }
}

export const FORBIDDEN =
  'the content security policy forbids code from text, which compiled code is';
