import type { CallEvent, DisconnectionReason } from '@tendril/contract/call-event';
import type { SpeechToText } from '@tendril/contract/provider/speech-to-text';
import type { TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import type { CallNotice } from '@tendril/contract/voice/call-socket';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { CallFunction } from '@tendril/voice/call-function';
import type { CallConfig } from '@tendril/voice/call-session';
import type { ReplayedTurn, Responder, SpokenTurn } from '@tendril/voice/responder';
import type { Scope } from '../../../../platform/db/scope.ts';

/** What answers in one call. */
export interface CallResponder extends Responder {
  /** It uses the demo model. */
  readonly isDemo: boolean;
  /** A responder that hears and speaks itself: the call's other recognizers and voices stand behind these. */
  readonly ears?: SpeechToText;
  readonly voice?: TextToSpeech;
  /** Receives everything that happens in the call. */
  observe?(event: CallEvent): void;
}

/** The call that a responder answers in, as far as it may see it. */
export interface ResponderCall extends Scope {
  readonly callId: string;
  readonly snapshot: VoiceAgentSnapshot;
  /** The settings in force; a custom LLM may change some of them during the call. */
  readonly config: Readonly<CallConfig>;
  changeConfig(changes: Partial<CallConfig>): void;
  readonly functions: readonly CallFunction[];
  /** What the call has taken over from an earlier one. */
  readonly replayed: readonly ReplayedTurn[];
  /** It has a line with sound. */
  readonly isSpoken: boolean;
  /** The agent's draft, tested by its author. */
  readonly isTest: boolean;
  /** Nothing that is said may reach the disk. */
  readonly isPrivate: boolean;
  builtIn(text: string): Record<string, string>;
  /** The call in Retell's format, as of now. */
  describe(): Record<string, unknown>;
  emit(event: CallEvent): void;
  notifyPage(notice: CallNotice): void;
  noteCost(costUsd: number): void;
  hangUp(reason: DisconnectionReason): void;
}

/** The last thing the caller said; empty when they have said nothing yet. */
export function lastWordsOf(turns: readonly SpokenTurn[]): string {
  const last = turns.findLast((turn) => turn.speaker === 'caller');
  return last?.speaker === 'caller' ? last.text : '';
}
