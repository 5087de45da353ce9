import { type AgentShare, readPhoneNumber } from '@tendril/contract/voice/phone-number';

type Fields = Readonly<Record<string, unknown>>;

const pairs = [
  ['inboundAgentId', 'inboundAgents'],
  ['outboundAgentId', 'outboundAgents'],
] as const;

/**
 * Makes the simple agent field and the split agree: a split that is sent sets the agent with the largest share; a
 * changed single agent replaces a stored split.
 */
export function joinAgents(present: Fields, changes: Fields): Fields {
  const joined: Record<string, unknown> = { ...changes };
  for (const [single, list] of pairs) {
    if (changes[list] !== undefined) joined[single] = largest(changes[list] as AgentShare[] | null);
    else if (
      changes[single] !== undefined &&
      isOther(present, changes, single) &&
      Array.isArray(present[list])
    )
      joined[list] = readPhoneNumber({ id: '', [single]: changes[single] })[list];
  }
  return joined;
}

function isOther(present: Fields, changes: Fields, name: string): boolean {
  return (present[name] || null) !== (changes[name] || null);
}

function largest(shares: readonly AgentShare[] | null): string | null {
  const [first, ...others] = shares ?? [];
  const winner = others.reduce((best, share) => (best && share.weight > best.weight ? share : best), first);
  return winner?.agentId ?? null;
}
