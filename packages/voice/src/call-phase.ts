import type { CallState } from './state/call-shape.ts';

/** Where a call stands, in the words of the design of voice calls. */
type CallPhase =
  | 'idle'
  | 'greeting'
  | 'listening'
  | 'userSpeaking'
  | 'endpointing'
  | 'thinking'
  | 'speaking'
  | 'ending'
  | 'ended';

/** Names where a call stands. Both sides may speak at once, so the state keeps a track for each; this is one view of it. */
export function phaseOf({ stage, agent, caller, owesGreeting }: CallState): CallPhase {
  if (stage === 'idle' || stage === 'ended') return stage;
  if (stage === 'ending' || agent?.willEnd) return 'ending';
  if (agent?.hasSound && !agent.isCut) return agent.cause === 'greeting' ? 'greeting' : 'speaking';
  if (caller.open) return caller.open.lastVoiceAt === undefined ? 'userSpeaking' : 'endpointing';
  if (caller.awaited > 0) return 'endpointing';
  if (agent) return agent.cause === 'greeting' ? 'greeting' : 'thinking';
  return owesGreeting ? 'greeting' : 'listening';
}
