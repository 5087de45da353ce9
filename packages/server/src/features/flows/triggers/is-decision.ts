/** Whether a body decides on a run that waits, instead of starting one. */
export function isDecision(body: unknown): body is { humanInput: unknown } {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'humanInput')) return false;
  return (body as { humanInput: unknown }).humanInput != null;
}
