/** The full year of two digits: above 68 in the last century, else in this one. */
export function twoDigitYear(digits: string): number {
  const year = Number.parseInt(digits, 10);
  return year + (year > 68 ? 1900 : 2000);
}
