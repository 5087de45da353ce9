import type { AgentSettings } from '@tendril/contract/api/voice-agents';
import type { VoiceAgentFields } from '@tendril/contract/voice/voice-agent';
import { create } from 'zustand';

/** What can be set of an agent and its settings; the names do not overlap. */
export type AgentEdits = Partial<VoiceAgentFields & AgentSettings>;

/** Which panel the edits were made in: each is saved by itself. */
type EditedPanel = 'speech' | 'call';

type EditsByAgent = Readonly<Record<string, AgentEdits>>;

/** Edits that were not saved yet: closing a section or a panel does not lose them. */
export const useAgentEdits = create<Record<EditedPanel, EditsByAgent>>(() => ({ speech: {}, call: {} }));

export function editAgent(panel: EditedPanel, agentId: string, edits: AgentEdits): void {
  useAgentEdits.setState((state) => ({
    [panel]: { ...state[panel], [agentId]: { ...state[panel][agentId], ...edits } },
  }));
}

/** Forgets edits that were saved; one that was changed again since stays. */
export function forgetEdits(panel: EditedPanel, agentId: string, saved: AgentEdits): void {
  useAgentEdits.setState((state) => {
    const kept = Object.entries(state[panel][agentId] ?? {}).filter(
      ([key, value]) => !(key in saved) || saved[key as keyof AgentEdits] !== value,
    );
    return { [panel]: { ...state[panel], [agentId]: Object.fromEntries(kept) as AgentEdits } };
  });
}
