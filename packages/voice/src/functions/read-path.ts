const mostSteps = 20;
const longestValue = 10_000;

/** The value at "order.items[0].name" of a JSON answer, as text; undefined when there is none. */
export function readPath(value: unknown, path: string): string | undefined {
  const steps = path
    .trim()
    .replace(/^\$\.?/, '')
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => step.replace(/^["']|["']$/g, ''));
  if (steps.length > mostSteps) return undefined;
  let found = value;
  for (const step of steps) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  if (found === undefined || found === null) return undefined;
  return (typeof found === 'string' ? found : JSON.stringify(found)).slice(0, longestValue);
}
