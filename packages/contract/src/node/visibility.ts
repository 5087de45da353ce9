import type { Condition } from './param.ts';

function holds(condition: Condition, values: Record<string, unknown>): boolean {
  return Object.entries(condition).every(([name, wanted]) => {
    const value = values[name];
    return Array.isArray(wanted) ? wanted.some((one) => one === value) : wanted === value;
  });
}

/**
 * Whether a parameter is shown, and so applies, given the node's other values. Used by the form and the engine alike.
 */
export function isVisible(
  input: { show?: unknown; hide?: unknown },
  values: Record<string, unknown>,
): boolean {
  if (input.show && !holds(input.show as Condition, values)) return false;
  return !(input.hide && holds(input.hide as Condition, values));
}
