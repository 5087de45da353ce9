import type { CallState } from './state/call-shape.ts';

/** The phases of a call, in the terms of the design of voice calls. */
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

/**
 * Names the phase of a call. Both sides may speak at once, so the state has a track for each; this is one view of it.
 */
export function phaseOf({ stage, agent, caller, owesGreeting }: CallState): CallPhase {
  if (stage === 'idle' || stage === 'ended') return stage;
  if (stage === 'ending' || agent?.willEnd) return 'ending';
  if (agent?.hasSound && !agent.isCut) return agent.cause === 'greeting' ? 'greeting' : 'speaking';
  if (caller.open) return caller.open.lastVoiceAt === undefined ? 'userSpeaking' : 'endpointing';
  if (caller.awaited > 0) return 'endpointing';
  if (agent) return agent.cause === 'greeting' ? 'greeting' : 'thinking';
  return owesGreeting ? 'greeting' : 'listening';
}
