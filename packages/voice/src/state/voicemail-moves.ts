import { isAutomaticMenu } from '../turns/menu-phrases.ts';
import { isLiveGreeting, isMailboxGreeting } from '../turns/voicemail-phrases.ts';
import { abandon, ask, hold } from './agent-moves.ts';
import type { Draft } from './call-shape.ts';
import { change, changeAgent, changeCaller, emit, setTimer, stopTimers } from './draft.ts';
import { endCall } from './end-moves.ts';
import { stopWaiting } from './rest.ts';

/**
 * Nobody who answers says more than this at once, unless by words of somebody who has picked up: businesses greet for five
 * seconds and more.
 */
const longestHelloMs = 8000;
/** A voice that still speaks when the time of detection is over is listened to: looked at again after this. */
const stillSpeakingMs = 500;
/** A greeting that pauses for so long is over, should no beep follow. */
const greetingPauseMs = 2000;
/** No greeting is waited for longer. */
const longestGreetingMs = 30_000;

type Sign = 'carrier' | 'words' | 'beep' | 'length';

/** Starts to look for a machine, where that is wanted. */
export function watchForMachine(draft: Draft): void {
  const { voicemail } = draft.rules;
  if (!voicemail) return;
  change(draft, { voicemail: 'watching' });
  setTimer(draft, 'voicemail', draft.at + voicemail.withinMs);
}

/** A machine has answered: from here on nobody is spoken with. */
export function isMachine({ state }: Draft): boolean {
  return state.voicemail === 'greeting' || state.voicemail === 'leaving';
}

/** What the line believes has answered. */
export function noteAnsweredBy(draft: Draft, by: 'human' | 'machine-start' | 'machine-end'): void {
  if (by === 'human') {
    if (draft.state.voicemail === 'watching') stopWatching(draft);
    return;
  }
  find(draft, 'carrier');
  if (by === 'machine-end') leaveMessage(draft);
}

/** The tone after which a message is recorded. */
export function hearBeep(draft: Draft): void {
  find(draft, 'beep');
  leaveMessage(draft);
}

/** Words of the one who has answered. */
export function watchWords(draft: Draft, text: string): void {
  if (isMenu(draft, text)) endCall(draft, 'ivr_reached');
  if (isMailboxGreeting(text, draft.rules.language)) find(draft, 'words');
}

/** A menu asks for keys, and the agent is to hang up on those. */
function isMenu({ rules, state, at }: Draft, text: string): boolean {
  const { menuWithinMs = 0, language } = rules;
  return state.stage === 'running' && at - state.startedAt <= menuWithinMs && isAutomaticMenu(text, language);
}

/** Somebody who goes on and on at once is a recording; a sound without words, such as music, is nobody. */
export function watchLength(draft: Draft, voicedMs: number): void {
  const { count, open } = draft.state.caller;
  const words = open?.interim ?? '';
  if (count > 1 || voicedMs <= longestHelloMs || words === '') return;
  if (!isLiveGreeting(words, draft.rules.language)) find(draft, 'length');
}

/** The greeting pauses, or goes on. */
export function watchPause(draft: Draft, isPause: boolean): void {
  if (draft.state.voicemail !== 'greeting') return;
  setTimer(draft, 'voicemail', draft.at + (isPause ? greetingPauseMs : longestGreetingMs));
}

/** It was a person, or the greeting is over. */
export function endWatch(draft: Draft): void {
  if (draft.state.voicemail !== 'watching') leaveMessage(draft);
  else if (isStillGreeting(draft)) setTimer(draft, 'voicemail', draft.at + stillSpeakingMs);
  else stopWatching(draft);
}

/** The agent has fallen silent for the machine. */
export function giveUpAnswer(draft: Draft): void {
  abandon(draft);
  if (draft.state.voicemail === 'leaving') speak(draft);
}

/** The first words on the line are not over, or not known yet; nobody greets for longer than a greeting may take. */
function isStillGreeting({ state: { caller, agent, startedAt }, at }: Draft): boolean {
  const isFirst = caller.count <= 1 && !agent?.hasSound;
  return isFirst && (caller.open !== null || caller.awaited > 0) && at - startedAt < longestGreetingMs;
}

function stopWatching(draft: Draft): void {
  change(draft, { voicemail: 'off' });
  stopTimers(draft, 'voicemail');
}

function find(draft: Draft, by: Sign): void {
  if (draft.state.voicemail !== 'watching' || draft.state.stage !== 'running') return;
  emit(draft, { type: 'line-state', state: 'voicemail', by });
  change(draft, { voicemail: 'greeting', owesGreeting: false });
  const { message, prompt } = draft.rules.voicemail ?? {};
  if (message === undefined && prompt === undefined) {
    endCall(draft, 'voicemail_reached');
    return;
  }
  stopWaiting(draft);
  stopTimers(draft, 'noise');
  setTimer(draft, 'voicemail', draft.at + longestGreetingMs);
  if (draft.state.agent) hold(draft);
}

function leaveMessage(draft: Draft): void {
  if (draft.state.voicemail !== 'greeting' || draft.state.stage !== 'running') return;
  change(draft, { voicemail: 'leaving' });
  stopTimers(draft, 'voicemail');
  // An answer that is being stopped is reported first.
  if (!draft.state.agent) speak(draft);
}

function speak(draft: Draft): void {
  const { words } = draft.state.caller;
  const text = words.map((word) => word.text).join(' ');
  if (text !== '') emit(draft, { type: 'user-turn', text });
  changeCaller(draft, { words: [], spokeFrom: null, open: null });
  const { message, prompt } = draft.rules.voicemail ?? {};
  ask(draft, 'voicemail', { text: prompt === undefined ? (message ?? '') : undefined });
  changeAgent(draft, { isUninterruptible: true, willEnd: 'voicemail_reached' });
}
