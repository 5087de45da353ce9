import type { EdgeStates } from './edge-states.ts';

type Outputs = Record<string, unknown>;

/** Whether the value survives JSON unchanged. */
function isPlain(value: unknown, depth = 0): boolean {
  if (value === null || value === undefined || ['string', 'number', 'boolean'].includes(typeof value))
    return true;
  if (typeof value !== 'object' || depth > 64) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.values(value).every((item) => isPlain(item, depth + 1));
}

/** The stored form of a value. Undefined when it cannot be stored. */
export function freeze(value: unknown, states: EdgeStates): { value: unknown } | undefined {
  const frozen = states.isState(value) ? states.freeze(value as never) : value;
  return isPlain(frozen) ? { value: frozen } : undefined;
}

/** The stored form of outputs; undefined when one of them cannot be stored. */
export function freezeOutputs(outputs: Outputs, states: EdgeStates): Outputs | undefined {
  const frozen: Outputs = {};
  for (const [name, value] of Object.entries(outputs)) {
    const kept = freeze(value, states);
    if (!kept) return undefined;
    frozen[name] = kept.value;
  }
  return frozen;
}
