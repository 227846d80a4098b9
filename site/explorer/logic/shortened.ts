/** The beginning of a text that is too long for a page. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)} …`;
