import type { CallEvent, DisconnectionReason } from '@tendril/contract/call-event';
import type { CallNotice } from '@tendril/contract/voice/call-socket';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { CallFunction } from '@tendril/voice/call-function';
import type { CallConfig } from '@tendril/voice/call-session';
import type { Responder, SpokenTurn } from '@tendril/voice/responder';
import type { Scope } from '../../../../platform/db/scope.ts';

/** Who answers in one call. */
export interface CallBrain extends Responder {
  /** The demo model has a part in it. */
  readonly isDemo: boolean;
  /** Hears everything that happens in the call. */
  observe?(event: CallEvent): void;
}

/** The call that a brain answers in, as far as a brain may reach it. */
export interface BrainCall extends Scope {
  readonly callId: string;
  readonly snapshot: VoiceAgentSnapshot;
  /** The settings in force; a custom LLM may change some of them while the call goes. */
  readonly config: CallConfig;
  readonly functions: readonly CallFunction[];
  /** The agent's draft, tried by who makes it. */
  readonly isTest: boolean;
  /** Nothing of what is said may reach the disk. */
  readonly isPrivate: boolean;
  builtIn(text: string): Record<string, string>;
  /** The call in Retell's shape, now. */
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
