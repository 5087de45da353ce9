import * as z from 'zod';

/** One variable of the environment. */
interface Setting<S extends z.ZodType> {
  variable: string;
  /** The default, described in words where it is not a literal. */
  fallback: string;
  sentence: string;
  schema: S;
}

/** Describes a variable, with its default in words. */
export function setting<S extends z.ZodType>(
  variable: string,
  fallback: string,
  sentence: string,
  schema: S,
): Setting<S> {
  return { variable, fallback, sentence, schema };
}

/** A whole number between two others. */
export const wholeNumber = (fallback: number, least: number, most: number) =>
  z.coerce.number().int().min(least).max(most).default(fallback);
