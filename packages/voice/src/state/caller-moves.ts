import type { WordAgo } from '@tendril/contract/call-event';
import type { Intonation } from '../audio/intonation.ts';
import { doesInterrupt, doWordsInterrupt, maySilence } from '../interruption.ts';
import { isAcknowledgement, wordsOf } from '../turns/phrases.ts';
import { abandon, ask, cut, greet, hold, resume, yieldSound } from './agent-moves.ts';
import { signListening } from './backchannel.ts';
import type { CallInput, Draft, HeardWords, Utterance } from './call-shape.ts';
import { awaitEndpoint, notePause, noteResumed } from './caller-pauses.ts';
import { act, change, changeCaller, emit, setTimer, stopTimers } from './draft.ts';
import { discardOther, planPrepare, takePrepared } from './prepare-moves.ts';
import { rest, stopWaiting } from './rest.ts';
import { sayNext } from './takeover-moves.ts';
import { wordsAgo } from './words-ago.ts';

/** In the first seconds of its voice the agent may hear its own echo. */
const warmUpMs = 3000;
/** How long a greeting waits for a voice without words: as long as a "hello?" takes. */
const longestGreetingHoldMs = 1620;
/** and how long for one that does not stand out of the line's noise. */
const firstDoubtMs = 260;
/** So much of a voice stands out. */
const clearShare = 0.4;
/** A "yes" this close to the agent's last word answers it. */
const passedOverMs = 1000;

/** The last word of a recognizer on an utterance. */
type FinalWords = Pick<Extract<CallInput, { type: 'final' }>, 'text'> & {
  words: HeardWords['words'] | undefined;
};

/** After the decision to end, further input is ignored. */
function isRecognizerGone({ state }: Draft): boolean {
  return state.stage !== 'running' || state.agent?.willEnd != null;
}

/** How long a voice has sounded, and how long so that it stood out of the noise. */
interface Sounding {
  voicedMs: number;
  clearMs?: number;
}

/** A voice has begun: recognition starts, and an answer that is not audible yet waits. */
export function openUtterance(draft: Draft, sounding: Sounding & { onsetAt: number }): void {
  const { onsetAt, voicedMs, clearMs = voicedMs } = sounding;
  const { caller } = draft.state;
  if (isRecognizerGone(draft) || caller.open) return;
  noteResumed(draft, onsetAt);
  const id = caller.count + 1;
  const spokeFrom = caller.spokeFrom ?? onsetAt;
  changeCaller(draft, { count: id, spokeFrom, open: { id, onsetAt, voicedMs, clearMs, interim: '' } });
  stopWaiting(draft);
  act(draft, { type: 'listen', utterance: id });
  emit(draft, { type: 'user-speech-start' });
  const { agent } = draft.state;
  if (agent && !agent.hasSound && !agent.isHeld && !draft.rules.isText) hold(draft);
  if (isGreetingDue(draft)) setTimer(draft, 'noise', draft.at + firstDoubtMs);
  judge(draft);
}

/** The voice sounds, or sounds again after a pause. */
export function continueUtterance(draft: Draft, { voicedMs, clearMs }: Required<Sounding>): void {
  const { open } = draft.state.caller;
  if (!open) return;
  const pauseMs = open.lastVoiceAt === undefined ? undefined : draft.at - open.lastVoiceAt;
  if (pauseMs !== undefined) {
    stopTimers(draft, 'endpoint', 'prepare');
    notePause(draft, open.interim, pauseMs);
  }
  const { lastVoiceAt: _, intonation: __, isEndSigned: ___, ...sounding } = open;
  changeOpen(draft, { ...sounding, voicedMs, clearMs });
  judge(draft);
  signListening(draft, pauseMs);
}

/** The voice pauses: possibly the end of the turn. */
export function pauseUtterance(draft: Draft, lastVoiceAt: number, intonation?: Intonation): void {
  const { open } = draft.state.caller;
  if (!open) return;
  changeOpen(draft, { ...open, lastVoiceAt, intonation });
  awaitEndpoint(draft);
  planPrepare(draft);
}

/** Interim words: they may end the wait, or interrupt the agent. */
export function hearInterim(draft: Draft, heard: Extract<CallInput, { type: 'interim' }>): void {
  const { utterance, text, isEnd = false } = heard;
  const { open } = draft.state.caller;
  if (draft.state.stage !== 'running') return;
  emit(draft, { type: 'transcript-interim', text });
  if (open?.id !== utterance) return;
  changeOpen(draft, { ...open, interim: text, isEndSigned: isEnd });
  discardOther(draft);
  if (open.lastVoiceAt !== undefined) awaitEndpoint(draft);
  planPrepare(draft);
  judge(draft);
  believe(draft);
}

/** The caller has been silent long enough. */
export function closeUtterance(draft: Draft): void {
  const { open, awaited } = draft.state.caller;
  if (!open) return;
  const lastVoiceAt = open.lastVoiceAt ?? draft.at;
  const last = { onsetAt: open.onsetAt, lastVoiceAt, endpointAt: draft.at };
  changeCaller(draft, { open: null, awaited: awaited + 1, last, unfinished: open.interim });
  stopTimers(draft, 'endpoint');
  emit(draft, { type: 'user-speech-end' });
  act(draft, { type: 'finish-listening', utterance: open.id });
}

/** The sound has had no words for long: it is noise, and the greeting no longer waits for it. */
export function doubtVoice(draft: Draft): void {
  const { agent, caller } = draft.state;
  const { open } = caller;
  if (open?.interim !== '' || caller.words.length > 0 || !isGreetingDue(draft)) return;
  const heldUntil = open.onsetAt + longestGreetingHoldMs;
  if (draft.at < heldUntil && open.clearMs >= open.voicedMs * clearShare) {
    setTimer(draft, 'noise', heldUntil);
    return;
  }
  changeOpen(draft, { ...open, isNoise: true });
  if (agent) resume(draft);
  else greet(draft);
}

/** The line is noisy, and its caller has not spoken yet. */
export function dismissVoice(draft: Draft): void {
  const { open } = draft.state.caller;
  if (open?.interim !== '') return;
  changeCaller(draft, { open: null, dismissed: open.id });
  stopTimers(draft, 'endpoint', 'noise');
  emit(draft, { type: 'user-speech-end' });
  act(draft, { type: 'finish-listening', utterance: open.id });
  settle(draft);
}

/** The final words of an utterance for which nobody waited. */
export function hearDismissed(draft: Draft, { text, words }: FinalWords): void {
  changeCaller(draft, { dismissed: null });
  if (text.trim() !== '' && draft.state.stage === 'running')
    addWords(draft, { text: text.trim(), how: 'spoken', ...(words && { words }) });
}

function isGreetingDue({ state: { agent, owesGreeting } }: Draft): boolean {
  return owesGreeting || (agent?.cause === 'greeting' && agent.isHeld && !agent.isCut);
}

/** The final words of an utterance. */
export function hearFinal(draft: Draft, { text, words: timed }: FinalWords): void {
  const { awaited, words, last, unfinished } = draft.state.caller;
  // An answer was given up for words that are now retracted: somebody has to speak all the same.
  const spoken = text.trim() || (draft.state.agent || awaited !== 1 ? '' : unfinished.trim());
  const said: HeardWords[] =
    spoken === '' ? [] : [{ text: spoken, how: 'spoken', ...(timed && { words: timed }) }];
  changeCaller(draft, {
    awaited: Math.max(0, awaited - 1),
    words: [...words, ...said],
    last: last && { ...last, finalAt: draft.at },
  });
  settle(draft);
}

/** Words that came without a voice. */
export function addWords(draft: Draft, words: HeardWords): void {
  stopWaiting(draft);
  changeCaller(draft, { words: [...draft.state.caller.words, words] });
  settle(draft);
}

/** Decides what to do with what the caller said, once nothing is outstanding. */
export function settle(draft: Draft): void {
  const { caller, agent, stage, owesGreeting, voicemail } = draft.state;
  if (stage !== 'running' || caller.open || caller.awaited > 0) return;
  // A machine is not answered.
  if (voicemail === 'greeting' || voicemail === 'leaving') return;
  if (caller.words.length === 0) {
    changeCaller(draft, { spokeFrom: null });
    if (agent?.isHeld) resume(draft);
    else if (!agent && owesGreeting) greet(draft);
    else if (!agent && !sayNext(draft)) rest(draft);
  } else if (!agent) answer(draft);
  else if (isPassedOver(draft)) passOver(draft);
  else if (agent.yieldedAt !== null && !mayCut(draft)) resume(draft);
  else if (agent.isHeld) giveWay(draft);
  else if (mayCut(draft)) stop(draft);
}

/** The agent's answer is over: what waited for it is answered now. */
export function takeTurn(draft: Draft): void {
  const { caller } = draft.state;
  const { passedOver } = caller;
  changeCaller(draft, { passedOver: null });
  if (passedOver && caller.words.length === 0 && draft.at - passedOver.at <= passedOverMs)
    changeCaller(draft, { words: passedOver.words });
  settle(draft);
}

/** The sound is stopped: if there are words already, the agent yields at once. */
export function believe(draft: Draft): void {
  const { agent, caller } = draft.state;
  if (!agent?.split) return;
  const interim = caller.open?.interim ?? '';
  const hasWords = wordsOf(interim).length > 0 && !isAcknowledgement(interim, draft.rules.language);
  if (hasWords && agent.isHeld) abandon(draft);
  else settle(draft);
}

function stop(draft: Draft): void {
  if (draft.state.agent?.hasSound) cut(draft);
  else hold(draft);
}

function giveWay(draft: Draft): void {
  if (!draft.state.agent?.split) return;
  abandon(draft);
  answer(draft);
}

function answer(draft: Draft): void {
  const { words } = draft.state.caller;
  const text = words.map((word) => word.text).join(' ');
  const isTyped = words.every(({ how }) => how !== 'spoken');
  const agoMs = spokenAgo(draft);
  changeCaller(draft, { words: [], spokeFrom: null, passedOver: null });
  change(draft, { reminders: 0, quietSince: draft.at });
  emit(draft, { type: 'user-turn', text, ...(isTyped ? { isTyped } : agoMs) });
  if (draft.state.takeover) {
    if (!sayNext(draft)) rest(draft);
    return;
  }
  const hasFixedGreeting = draft.state.owesGreeting && draft.rules.beginMessage !== undefined;
  if (hasFixedGreeting) {
    greet(draft);
    return;
  }
  const aheadMs = takePrepared(draft, text);
  const spoken = isTyped ? undefined : spokenTimes(draft);
  ask(draft, 'answer', { aheadMs, ...(spoken && { spoken }) });
}

/** How long ago the caller's words began and ended, and each of those whose times are known. */
export function spokenAgo({ state, at }: Draft): { agoMs?: WordAgo['agoMs']; words?: readonly WordAgo[] } {
  const { spokeFrom, last, words } = state.caller;
  if (spokeFrom === null || !last) return {};
  const agoMs = { from: Math.round(at - spokeFrom), to: Math.max(0, Math.round(at - last.lastVoiceAt)) };
  return {
    agoMs,
    ...wordsAgo(
      { at },
      words.flatMap((heard) => heard.words ?? []),
    ),
  };
}

/** Times count only for an answer that directly follows its words. */
function spokenTimes({ state, at }: Draft) {
  const { last } = state.caller;
  if (last?.finalAt === undefined || at - last.finalAt > 50) return undefined;
  return { lastVoiceAt: last.lastVoiceAt, endpointAt: last.endpointAt, finalAt: last.finalAt };
}

/** "Uh-huh" while the agent speaks, or is about to, is no turn; a "yes" after its last word is. */
function isPassedOver({ state, rules }: Draft): boolean {
  const { agent, caller } = state;
  if (caller.words.some(({ how }) => how !== 'spoken')) return false;
  const hasMore = !agent?.isCut || agent.split === null || agent.split.unsaid.trim() !== '';
  return hasMore && caller.words.every(({ text }) => isAcknowledgement(text, rules.language));
}

function passOver(draft: Draft): void {
  const { agent, caller } = draft.state;
  if (agent?.isHeld && !agent.split) return;
  const at = caller.last?.lastVoiceAt ?? draft.at;
  changeCaller(draft, { words: [], spokeFrom: null, passedOver: { words: caller.words, at } });
  if (agent?.isHeld) resume(draft);
}

/** Final words over the agent's voice stop it if they would have, had they been known in time. */
function mayCut({ state, rules }: Draft): boolean {
  const { agent, caller } = state;
  if (rules.isText || !agent || agent.isUninterruptible || agent.willEnd) return false;
  if (!agent.hasSound) return caller.words.some(({ how }) => how !== 'pressed');
  return caller.words.some(({ text, how }) =>
    how === 'typed' ? rules.sensitivity > 0 : doWordsInterrupt(text, rules.sensitivity, rules.language),
  );
}

/** Decides whether the caller's voice stops the agent's. */
function judge(draft: Draft): void {
  const { agent, caller, firstSoundAt } = draft.state;
  if (!caller.open || (caller.open.isNoise && caller.open.interim === '')) return;
  if (!agent?.hasSound || agent.isCut || agent.isUninterruptible || agent.willEnd) return;
  const isWarmUp = firstSoundAt !== null && draft.at - firstSoundAt < warmUpMs;
  const { voicedMs, clearMs, interim } = caller.open;
  const { sensitivity, language } = draft.rules;
  const bargeIn = { sensitivity, language, voicedMs, clearMs, interim, isWarmUp };
  if (doesInterrupt(bargeIn)) cut(draft);
  else if (agent.yieldedAt === null && maySilence(bargeIn)) yieldSound(draft);
}

function changeOpen(draft: Draft, open: Utterance): void {
  changeCaller(draft, { open });
}
