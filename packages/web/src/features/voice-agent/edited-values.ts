import type { AgentSettings } from '@tendril/contract/api/voice-agents';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import type { AgentEdits } from './agent-edits-store.ts';

/** What is stored of an agent; each part is absent until it is loaded. */
export interface StoredAgent {
  agent: VoiceAgent | undefined;
  settings: AgentSettings | undefined;
}

type Key = keyof AgentEdits;

function storedValue({ agent, settings }: StoredAgent, key: Key): unknown {
  const known: Readonly<Record<string, unknown>> = { ...settings, ...agent };
  return known[key];
}

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** The values that a panel shows: the edit, else what is stored, else the default. */
export function shownValues<D extends AgentEdits>(stored: StoredAgent, edits: AgentEdits, defaults: D): D {
  const shown = Object.entries(defaults).map(([name, fallback]) => {
    const key = name as Key;
    return [key, key in edits ? edits[key] : storedOr(stored, key, fallback)];
  });
  return Object.fromEntries(shown) as D;
}

function storedOr(stored: StoredAgent, key: Key, fallback: unknown): unknown {
  // "No background sound" is stored as null: that is a value too.
  const value = storedValue(stored, key);
  return value === undefined ? fallback : value;
}

/** The edits of these keys that differ from what is stored, or from the default that stands for it. */
export function changedValues(
  stored: StoredAgent,
  edits: AgentEdits,
  defaults: AgentEdits,
  keys: readonly Key[],
): AgentEdits {
  const changed = keys.filter(
    (key) => key in edits && !isSame(edits[key], storedOr(stored, key, defaults[key])),
  );
  return Object.fromEntries(changed.map((key) => [key, edits[key]])) as AgentEdits;
}
