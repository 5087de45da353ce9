/** Characters of a text with its references filled in; a text that is put into itself doubles with each round of a loop. */
export const longestFilledText = 10_000_000;
