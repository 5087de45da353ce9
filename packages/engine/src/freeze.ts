import type { EdgeStates } from './edge-states.ts';

type Outputs = Record<string, unknown>;

const unstorable = new Set(['function', 'symbol', 'bigint']);

/** Whether the value survives JSON unchanged. What `known` holds is not looked into again. */
function isPlain(value: unknown, known?: WeakSet<object>, depth = 0): boolean {
  if (typeof value !== 'object') return !unstorable.has(typeof value);
  if (value === null) return true;
  if (known?.has(value)) return true;
  if (depth > 64 || !isPlainObject(value)) return false;
  const items = Array.isArray(value) ? value : Object.values(value);
  // Long lists are mostly texts: a look at each is all that a step of a long run can afford.
  for (const item of items) if (typeof item !== 'string' && !isPlain(item, known, depth + 1)) return false;
  known?.add(value);
  return true;
}

function isPlainObject(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Parts of states, which steps copy and never change: each state shares most of them with the one before. */
const plainParts = new WeakSet<object>();

/** The stored form of a value. Undefined when it cannot be stored. */
export function freeze(value: unknown, states: EdgeStates): { value: unknown } | undefined {
  const isState = states.isState(value);
  const frozen = isState ? states.freeze(value as never) : value;
  return isPlain(frozen, isState ? plainParts : undefined) ? { value: frozen } : undefined;
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
