const words =
  /too (long|large|big|many tokens)|exceed|maximum|longer than|less than \d+ tokens|(token|length|context|size)s? limit/i;

/** Whether a vendor refused a request for the length of its texts, or for their number. */
export function isTooLong(error: unknown): boolean {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  if (error.statusCode === 413) return true;
  return (error.statusCode === 400 || error.statusCode === 422) && words.test(error.message);
}
