import type { RunRequest } from './run-request.ts';

/** The caller's own value of a parameter: by name, or by name and node id. */
export function overrideOf(
  name: string,
  nodeId: string,
  overrides: RunRequest['overrides'],
): { value: unknown } | undefined {
  if (!overrides || !Object.hasOwn(overrides, name)) return undefined;
  const value = overrides[name];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value };
  return Object.hasOwn(value, nodeId) ? { value: (value as Record<string, unknown>)[nodeId] } : undefined;
}
