import { emitTurn, greet, noteAnswer, startSound } from './state/agent-moves.ts';
import type { CallRules } from './state/call-rules.ts';
import type {
  AgentInput,
  CallEffect,
  CallInput,
  CallState,
  Draft,
  HeardShare,
  TimerName,
} from './state/call-shape.ts';
import {
  addWords,
  believe,
  closeUtterance,
  continueUtterance,
  dismissVoice,
  doubtVoice,
  hearDismissed,
  hearFinal,
  hearInterim,
  openUtterance,
  pauseUtterance,
  settle,
  takeTurn,
} from './state/caller-moves.ts';
import { connect, moveConnected } from './state/connected-moves.ts';
import { change, changeAgent, emit, setTimer } from './state/draft.ts';
import { endCall, tryEnd } from './state/end-moves.ts';
import { pressKey, takeKeys } from './state/keypad-moves.ts';
import { prepare } from './state/prepare-moves.ts';
import { remind } from './state/remind.ts';
import { holdCall, rest } from './state/rest.ts';
import { giveBack, giveUpAgent, sayForAgent, takeOver } from './state/takeover-moves.ts';
import {
  endWatch,
  giveUpAnswer,
  hearBeep,
  isMachine,
  noteAnsweredBy,
  watchForMachine,
  watchLength,
  watchPause,
  watchWords,
} from './state/voicemail-moves.ts';

/** How many answers in a row may fail before the call is given up. */
const mostFailures = 3;

/** A call before its first input. */
export const idleCall: CallState = {
  stage: 'idle',
  startedAt: 0,
  generation: 0,
  turn: 0,
  owesGreeting: false,
  voicemail: 'off',
  caller: {
    dismissed: null,
    count: 0,
    open: null,
    awaited: 0,
    words: [],
    spokeFrom: null,
    last: null,
    passedOver: null,
    rhythmMs: null,
    unfinished: '',
    keys: '',
    keyCount: 0,
  },
  agent: null,
  prepared: null,
  isHeldByCaller: false,
  takeover: null,
  preparations: 0,
  backchannels: { madeFor: 0, last: null },
  reminders: 0,
  quietSince: 0,
  failures: 0,
  firstSoundAt: null,
  end: null,
};

/** What a call does next, given its state and an input; its whole behaviour, without a clock or a socket. */
export function reduceCall(
  state: CallState,
  input: CallInput,
  rules: CallRules,
): { state: CallState; effects: CallEffect[] } {
  const draft: Draft = { state, effects: [], rules, at: input.at };
  if (state.stage !== 'ended') apply(draft, input);
  return { state: draft.state, effects: draft.effects };
}

type OuterInput = Exclude<CallInput, AgentInput>;
type Moves<Input extends { type: string }> = {
  [Type in Input['type']]: (draft: Draft, input: Extract<Input, { type: Type }>) => void;
};

/** Inputs from callers, clocks and the server. */
const moves: Moves<OuterInput> = {
  start: begin,
  'voice-onset': openUtterance,
  voice(draft, { voicedMs, clearMs = voicedMs }) {
    continueUtterance(draft, { voicedMs, clearMs });
    watchLength(draft, voicedMs);
    watchPause(draft, false);
  },
  'voice-pause'(draft, { lastVoiceAt, intonation }) {
    pauseUtterance(draft, lastVoiceAt, intonation);
    watchPause(draft, true);
  },
  'voice-noise': dismissVoice,
  interim(draft, input) {
    watchWords(draft, input.text);
    hearInterim(draft, input);
  },
  final(draft, { utterance, text, words }) {
    watchWords(draft, text);
    if (utterance === draft.state.caller.dismissed) hearDismissed(draft, { text, words });
    else hearFinal(draft, { text, words });
    tryEnd(draft);
  },
  typed(draft, { text }) {
    if (draft.state.stage === 'running') addWords(draft, { text, how: 'typed' });
  },
  key: (draft, { digit }) => pressKey(draft, digit),
  'recognizer-lost'(draft, { message }) {
    emit(draft, { type: 'call-error', code: 'PROVIDER_UNAVAILABLE', message });
    endCall(draft, 'error_asr');
  },
  'answered-by': (draft, { by }) => noteAnsweredBy(draft, by),
  beep: hearBeep,
  'hang-up': (draft, { reason }) => endCall(draft, reason),
  connected: connect,
  'conversation-over': () => {},
  'held-by-caller': holdCall,
  'take-over': (draft, { by }) => takeOver(draft, by),
  'give-back': (draft, { by }) => giveBack(draft, by),
  'operator-words': sayForAgent,
  timer(draft, { name }) {
    if (name === 'last-words') tryEnd(draft, true);
    else if (draft.state.stage === 'running') timerMoves[name](draft);
  },
};

const timerMoves: Record<Exclude<TimerName, 'last-words'>, (draft: Draft) => void> = {
  begin(draft) {
    if (isQuiet(draft) && draft.state.owesGreeting) greet(draft);
  },
  endpoint: closeUtterance,
  prepare,
  noise: doubtVoice,
  voicemail: endWatch,
  keypad: takeKeys,
  reminder(draft) {
    if (isQuiet(draft)) remind(draft);
  },
  silence(draft) {
    if (isQuiet(draft)) endSilence(draft);
  },
  duration: (draft) => endCall(draft, 'max_duration_reached'),
};

/** Inputs from the agent's answer. */
const answerMoves: Moves<AgentInput> = {
  'first-words': noteAnswer,
  'sound-start': startSound,
  held(draft, { heard, unsaid, words = [] }) {
    changeAgent(draft, { split: { heard, unsaid, words } });
    if (draft.state.stage === 'ending') tryEnd(draft);
    else if (isMachine(draft)) giveUpAnswer(draft);
    else if (giveUpAgent(draft)) settle(draft);
    else believe(draft);
  },
  'answer-over': finishAnswer,
  'function-time': noteAnswer,
  'no-interruption': noteAnswer,
  'will-end': noteAnswer,
  'answer-failed': failAnswer,
};

function apply(draft: Draft, input: CallInput): void {
  const { state } = draft;
  const move = 'generation' in input ? answerMoves[input.type] : moves[input.type];
  // Input from an older answer comes too late.
  if ('generation' in input && (input.generation !== state.generation || !state.agent)) return;
  if (state.stage === 'connected' || state.stage === 'parting') {
    moveConnected(draft, input);
    return;
  }
  (move as (draft: Draft, input: CallInput) => void)(draft, input);
}

function isQuiet({ state }: Draft): boolean {
  return !state.agent && !state.caller.open && state.caller.awaited === 0;
}

function begin(draft: Draft): void {
  const { rules, at } = draft;
  change(draft, {
    stage: 'running',
    startedAt: at,
    quietSince: at,
    owesGreeting: rules.begin === 'agent',
  });
  if (rules.hasTimers) setTimer(draft, 'duration', at + rules.longestMs);
  watchForMachine(draft);
  if (rules.begin === 'caller') rest(draft);
  else if (rules.beginDelayMs > 0) setTimer(draft, 'begin', at + rules.beginDelayMs);
  else greet(draft);
}

/** A reminder that is due at the same moment comes first. */
function endSilence(draft: Draft): void {
  const isReminderDue = draft.rules.reminderAfterMs <= draft.rules.silenceMs;
  if (!isReminderDue || !remind(draft)) endCall(draft, 'inactivity');
}

function finishAnswer(draft: Draft, share: HeardShare): void {
  const { agent, failures, stage } = draft.state;
  if (!agent || stage !== 'running') return;
  if (agent.hasSound && !agent.isCut) emit(draft, { type: 'agent-speech-end', turn: agent.turn });
  emitTurn(draft, share);
  const nextFailures = agent.hasFailed ? failures + 1 : 0;
  change(draft, { agent: null, failures: nextFailures, quietSince: draft.at });
  if (agent.willEnd) endCall(draft, agent.willEnd);
  else if (nextFailures >= mostFailures && !draft.rules.isText) endCall(draft, 'error_unknown');
  else takeTurn(draft);
}

function failAnswer(draft: Draft, failed: Extract<AgentInput, { type: 'answer-failed' }>): void {
  const { code, message, reason } = failed;
  const turn = draft.state.agent?.turn;
  emit(draft, { type: 'call-error', code, message, ...(turn !== undefined && { turn }) });
  changeAgent(draft, { hasFailed: true });
  if (reason) endCall(draft, reason);
}
