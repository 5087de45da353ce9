/** A text of several lines whose lines after the first are moved in. */
export function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}
