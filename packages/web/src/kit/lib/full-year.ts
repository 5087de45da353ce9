import { twoDigitYear } from './two-digit-year.ts';

/** A date field's value with its year written out: a browser keeps a typed `26` as the year 0026. */
export function fullYear(date: string): string {
  return date.replace(/^00(\d\d)(?=-)/, (_year, digits: string) => String(twoDigitYear(digits)));
}
