import type { TurnTimes } from '@tendril/contract/call-event';
import type { AgentInput, AgentTrack, Draft, HeardShare, ReplyCause } from './call-shape.ts';
import { act, change, changeAgent, emit, stopTimers } from './draft.ts';
import { discard } from './prepare-moves.ts';
import { stopWaiting } from './rest.ts';
import { wordsAgo } from './words-ago.ts';

interface Asked {
  /** Times of the words it answers. */
  spoken?: AgentTrack['spoken'];
  /** Spoken verbatim. */
  text?: string | undefined;
  /** It was begun early, this long ago. */
  aheadMs?: number | undefined;
}

/** Begins an answer. */
export function ask(draft: Draft, cause: ReplyCause, about: Asked = {}): void {
  const { spoken, text, aheadMs } = about;
  if (aheadMs === undefined) discard(draft);
  const { state, at } = draft;
  const [turn, generation] = [state.turn + 1, state.generation + 1];
  const agent: AgentTrack = {
    turn,
    cause,
    hasSound: false,
    isHeld: false,
    isCut: false,
    yieldedAt: null,
    split: null,
    isUninterruptible: false,
    willEnd: null,
    hasFailed: false,
    askedAt: at,
    functionMs: 0,
    ...(spoken && { spoken }),
    ...(aheadMs !== undefined && { aheadMs }),
  };
  stopWaiting(draft);
  change(draft, { turn, generation, agent, owesGreeting: false });
  emit(draft, { type: 'turn-start', turn, cause });
  act(draft, {
    type: 'reply',
    turn,
    generation,
    cause,
    ...(text !== undefined && { text }),
    ...(aheadMs !== undefined && { isPrepared: true }),
  });
}

/** The agent's first words of the call. */
export function greet(draft: Draft): void {
  ask(draft, 'greeting', { text: draft.rules.beginMessage });
}

/** The caller interrupts the agent's sound. */
export function cut(draft: Draft): void {
  const { agent, caller } = draft.state;
  if (!agent || agent.isCut) return;
  // Typed text has no onset: any voice before it has long been answered.
  const isSpoken = caller.words.every(({ how }) => how === 'spoken');
  const voiceAt = caller.open?.onsetAt ?? (isSpoken ? caller.last?.onsetAt : undefined) ?? draft.at;
  // Before it was audible there was nothing to stop.
  const onsetAt = Math.max(voiceAt, agent.soundAt ?? voiceAt);
  const stoppedAt = agent.yieldedAt ?? draft.at;
  if (agent.yieldedAt === null) fallSilent(draft);
  changeAgent(draft, { isCut: true, yieldedAt: null });
  const stopMs = Math.max(0, Math.round(stoppedAt - onsetAt));
  emit(draft, { type: 'agent-interrupted', turn: agent.turn, stopMs });
}

/** A voice over the agent's: it falls silent, until it is known whether the caller means to interrupt. */
export function yieldSound(draft: Draft): void {
  fallSilent(draft);
  changeAgent(draft, { yieldedAt: draft.at });
}

/** Stops the agent's sound, and says so where there was some. */
export function fallSilent(draft: Draft): void {
  const { turn = 0, hasSound = false } = draft.state.agent ?? {};
  hold(draft);
  if (hasSound) emit(draft, { type: 'agent-speech-end', turn });
}

/** Stops the agent's sound, or keeps it from beginning; `held` reports what was heard. */
export function hold(draft: Draft): void {
  changeAgent(draft, { isHeld: true, split: null });
  act(draft, { type: 'hold' });
}

/** It was no interruption: the agent continues where it was stopped. */
export function resume(draft: Draft): void {
  stopTimers(draft, 'noise');
  changeAgent(draft, { isHeld: false, isCut: false, yieldedAt: null, split: null });
  act(draft, { type: 'resume' });
}

/** The caller means it: the answer ends with what was heard of it. */
export function abandon(draft: Draft): void {
  if (draft.state.agent?.yieldedAt != null) cut(draft);
  const { agent, generation } = draft.state;
  if (!agent) return;
  emitTurn(draft, agent.split);
  stopTimers(draft, 'noise');
  act(draft, { type: 'abandon' });
  change(draft, { agent: null, generation: generation + 1 });
}

/** Emits the answer. */
export function emitTurn(draft: Draft, share: HeardShare | null): void {
  const { agent } = draft.state;
  if (!agent) return;
  const { heard, unsaid, words } = share ?? { heard: '', unsaid: '' };
  const cutOff = unsaid.trim();
  const times = turnTimes(agent);
  emit(draft, {
    type: 'agent-turn',
    turn: agent.turn,
    text: heard.trim(),
    ...(cutOff !== '' && { unsaid: cutOff }),
    times,
    ...wordsAgo(draft, words),
  });
}

/** The answer's first sound, or its first after it was stopped. */
export function startSound(draft: Draft): void {
  const { agent, firstSoundAt } = draft.state;
  if (!agent || agent.isHeld) return;
  change(draft, { firstSoundAt: firstSoundAt ?? draft.at });
  changeAgent(draft, { hasSound: true, firstSoundAt: agent.firstSoundAt ?? draft.at, soundAt: draft.at });
  emit(draft, { type: 'agent-speech-start', turn: agent.turn });
}

/** Events of an answer that change no state. */
export function noteAnswer(draft: Draft, input: AgentInput): void {
  const { agent } = draft.state;
  if (!agent) return;
  if (input.type === 'first-words' && agent.firstWordsAt === undefined)
    changeAgent(draft, { firstWordsAt: draft.at, functionMsBeforeWords: agent.functionMs });
  if (input.type === 'function-time' && !agent.hasSound)
    changeAgent(draft, { functionMs: agent.functionMs + input.ms });
  if (input.type === 'no-interruption') changeAgent(draft, { isUninterruptible: true });
  if (input.type === 'will-end') changeAgent(draft, { willEnd: input.reason });
}

/**
 * The parts of an answer's latency, side by side: time in functions is not counted again as the responder's or the
 * synthesizer's.
 */
function turnTimes(agent: AgentTrack): TurnTimes {
  const { spoken, askedAt, firstWordsAt, firstSoundAt, functionMs, functionMsBeforeWords = 0 } = agent;
  const times: TurnTimes = {};
  if (spoken) {
    times.endpointMs = Math.round(spoken.endpointAt - spoken.lastVoiceAt);
    times.sttMs = Math.round(spoken.finalAt - spoken.endpointAt);
  }
  // What a person has written is no model's work.
  if (firstWordsAt !== undefined && agent.cause !== 'operator')
    times.llmMs = Math.max(0, Math.round(firstWordsAt - askedAt - functionMsBeforeWords));
  if (functionMs > 0) times.toolMs = Math.round(functionMs);
  if (firstWordsAt !== undefined && firstSoundAt !== undefined)
    times.ttsMs = Math.max(0, Math.round(firstSoundAt - firstWordsAt - (functionMs - functionMsBeforeWords)));
  if (agent.aheadMs !== undefined) times.aheadMs = Math.round(agent.aheadMs);
  if (spoken && firstSoundAt !== undefined) times.e2eMs = Math.round(firstSoundAt - spoken.lastVoiceAt);
  return times;
}
