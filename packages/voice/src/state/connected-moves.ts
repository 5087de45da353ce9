import type { DisconnectionReason } from '@tendril/contract/call-event';
import { abandon, emitTurn, hold } from './agent-moves.ts';
import type { CallInput, Draft, TimerName } from './call-shape.ts';
import { act, change, changeAgent, changeCaller, emit, setTimer, stopTimers } from './draft.ts';
import { emitLastWords, finishOpen, lastWordsMs } from './end-moves.ts';
import { discard } from './prepare-moves.ts';

type Of<Type extends CallInput['type']> = Extract<CallInput, { type: Type }>;

/** Everything that the agent would do after a while: it does nothing any more. */
const agentTimers = [
  'begin',
  'endpoint',
  'prepare',
  'noise',
  'keypad',
  'reminder',
  'silence',
  'duration',
  'voicemail',
] as const satisfies readonly TimerName[];

/** Why both who talk are to stop; whatever else ends is no matter of theirs. */
const stopsBoth: readonly DisconnectionReason[] = ['manual_stopped', 'agent_hangup'];
/** What the line says of its own end. */
const lineIsOver: readonly DisconnectionReason[] = [
  'user_hangup',
  'call_transfer',
  'error_no_audio_received',
  'error_unknown',
];

/** The caller talks to somebody else: the agent's part of the call, and its length, end here. */
export function connect(draft: Draft): void {
  const { stage, agent, caller } = draft.state;
  if (stage !== 'running') return;
  change(draft, { stage: 'connected', end: { reason: 'call_transfer', at: draft.at } });
  stopTimers(draft, ...agentTimers);
  discard(draft);
  if (caller.open) finishOpen(draft);
  if (agent?.split) abandon(draft);
  else if (agent && !agent.isHeld) hold(draft);
  act(draft, { type: 'rest' }, { type: 'connect' });
  if (draft.state.caller.awaited > 0) setTimer(draft, 'last-words', draft.at + lastWordsMs);
  else closeRecognizer(draft);
}

/** What happens while two people talk to each other. */
export function moveConnected(draft: Draft, input: CallInput): void {
  switch (input.type) {
    case 'held':
      changeAgent(draft, { split: input });
      abandon(draft);
      break;
    case 'answer-over':
      emitTurn(draft, input);
      change(draft, { agent: null });
      break;
    case 'final':
      hearBefore(draft, input);
      break;
    case 'recognizer-lost':
      closeRecognizer(draft);
      break;
    case 'timer':
      if (input.name === 'last-words') closeRecognizer(draft);
      break;
    // Nobody answers it.
    case 'typed':
      act(draft, { type: 'rest' });
      break;
    case 'hang-up':
      part(draft, input.reason);
      break;
    case 'conversation-over':
      finish(draft);
      break;
  }
}

/** Words that the caller had begun before. */
function hearBefore(draft: Draft, { utterance, text, words }: Of<'final'>): void {
  const { caller } = draft.state;
  if (utterance === caller.dismissed || caller.awaited === 0) return;
  const heard =
    text.trim() === '' ? [] : [{ text: text.trim(), how: 'spoken' as const, ...(words && { words }) }];
  changeCaller(draft, { words: [...caller.words, ...heard], awaited: caller.awaited - 1 });
  if (draft.state.caller.awaited === 0) closeRecognizer(draft);
}

function closeRecognizer(draft: Draft): void {
  stopTimers(draft, 'last-words');
  emitLastWords(draft);
  changeCaller(draft, { words: [], spokeFrom: null, awaited: 0, unfinished: '' });
  act(draft, { type: 'close-recognizer' });
}

function part(draft: Draft, reason: DisconnectionReason): void {
  const hangsUp = stopsBoth.includes(reason);
  if (draft.state.stage === 'parting' || !(hangsUp || lineIsOver.includes(reason))) return;
  change(draft, { stage: 'parting' });
  act(draft, { type: 'finish-conversation', hangsUp });
}

function finish(draft: Draft): void {
  const { end, startedAt, agent, generation } = draft.state;
  if (!end) return;
  if (draft.state.caller.awaited > 0) closeRecognizer(draft);
  if (agent) emitTurn(draft, agent.split);
  const durationMs = Math.max(0, Math.round(end.at - startedAt));
  emit(draft, { type: 'call-end', reason: end.reason, durationMs });
  act(draft, { type: 'end', reason: end.reason, durationMs });
  change(draft, { stage: 'ended', agent: null, generation: generation + 1 });
}
