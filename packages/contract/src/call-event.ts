import type { NodeEvent } from './run-event.ts';

/** Where a telephone call stands on its line. */
export const phoneLineStates = [
  'dialing',
  'ringing',
  'answered',
  'voicemail',
  'on-hold',
  'transferring',
  'ended',
] as const;
export type PhoneLineState = (typeof phoneLineStates)[number];

/** Why a call ended: those of Retell's reasons that can occur here, and one of our own for a lost connection. */
export const disconnectionReasons = [
  'user_hangup',
  'agent_hangup',
  'call_transfer',
  'voicemail_reached',
  'ivr_reached',
  'inactivity',
  'max_duration_reached',
  'concurrency_limit_reached',
  'dial_busy',
  'dial_failed',
  'dial_no_answer',
  'invalid_destination',
  'user_declined',
  'sip_routing_error',
  'telephony_provider_permission_denied',
  'telephony_provider_unavailable',
  'error_llm_websocket_open',
  'error_llm_websocket_lost_connection',
  'error_llm_websocket_runtime',
  'error_llm_websocket_corrupt_payload',
  'error_no_audio_received',
  'error_asr',
  'error_connection_lost',
  'error_user_not_joined',
  'registered_call_timeout',
  'manual_stopped',
  'error_unknown',
] as const;
export type DisconnectionReason = (typeof disconnectionReasons)[number];

/**
 * Parts of one answer's latency in ms; `e2e` runs from the end of the caller's voice to the agent's first sound. Text
 * turns have no recognizer and no synthesizer.
 */
export interface TurnTimes {
  /** End of the caller's voice to the end of the turn. */
  endpointMs?: number;
  /** End of the turn to the final words. */
  sttMs?: number;
  /** Question to the first speakable words. */
  llmMs?: number;
  /** Time in functions before the first sound. */
  toolMs?: number;
  /** First words to first sound. */
  ttsMs?: number;
  /** The answer was begun so long before the turn was certain: the other parts are what was still to wait for. */
  aheadMs?: number;
  e2eMs?: number;
}

/** A word, and how long before the event that holds it its sound began and ended. */
export interface WordAgo {
  text: string;
  agoMs: { from: number; to: number };
}

/** Work inside an answer: model calls with their prompt, searches, and the run of a flow that answers. */
type ResponderStep = Extract<NodeEvent, { type: 'step-start' | 'step-end' }>;

/**
 * All events of a call on any line: browser, telephone, text or simulation. The same for the live view, the stored log
 * and the timeline; stored in the same log as run events, under the call's id. `turn` counts the agent's answers from
 * 1; it is absent while both sides speak. `isReplayed`: taken over from an earlier test, without asking a model again.
 */
export type CallEvent =
  | {
      type: 'call-start';
      channel: 'audio' | 'text';
      agentId: string;
      agentName: string;
      /** 0 for the draft. */
      agentVersion: number;
      isDemo: boolean;
      recognizer?: SpeechPart;
      synthesizer?: SpeechPart;
      variables: Record<string, string>;
    }
  /** A telephone line has reached another state; `by`: what gave a voicemail away. */
  | { type: 'line-state'; state: PhoneLineState; by?: 'carrier' | 'words' | 'beep' | 'length' }
  /** So much sound came on the line before it was answered; no agent has heard it, and no recording holds it. */
  | { type: 'early-media'; ms: number }
  | { type: 'user-speech-start' }
  | { type: 'user-speech-end' }
  /** Interim words. Live only: never stored. */
  | { type: 'transcript-interim'; text: string }
  /**
   * The caller's final words, ready to be answered. `isTyped`: typed instead of spoken. `agoMs`: how long before this
   * its voice began and ended. `words`: those whose times the recognizer stated.
   */
  | {
      type: 'user-turn';
      text: string;
      isTyped?: boolean;
      agoMs?: { from: number; to: number };
      words?: readonly WordAgo[];
      isReplayed?: true;
    }
  /** Words of the person to whom the caller was transferred: nobody answers them. The times are those of `user-turn`. */
  | {
      type: 'transfer-target-turn';
      text: string;
      agoMs?: { from: number; to: number };
      words?: readonly WordAgo[];
    }
  | { type: 'turn-start'; turn: number; cause: 'greeting' | 'answer' | 'reminder' | 'voicemail' | 'operator' }
  /** A piece of the agent's generated text. Live only: never stored. */
  | { type: 'agent-delta'; turn: number; text: string }
  | { type: 'agent-speech-start'; turn: number }
  | { type: 'agent-speech-end'; turn: number }
  /**
   * The agent's answer once it is over: `text` is what was heard; `unsaid` what the interruption cut off. `words`: those
   * that were heard and whose times the voice stated.
   */
  | {
      type: 'agent-turn';
      turn: number;
      text: string;
      unsaid?: string;
      times: TurnTimes;
      words?: readonly WordAgo[];
      isReplayed?: true;
    }
  /** The caller interrupted: `stopMs` from the caller's onset to the clear. */
  | { type: 'agent-interrupted'; turn: number; stopMs: number }
  | { type: 'tool-start'; turn: number; toolId: string; name: string; arguments: string; isReplayed?: true }
  | {
      type: 'tool-end';
      turn: number;
      toolId: string;
      name: string;
      isOk: boolean;
      result: string;
      ms: number;
      isReplayed?: true;
    }
  | { type: 'variables-set'; values: Record<string, string> }
  /** A person watches the call, has left it, or did something in it. Never sent to the caller's page. */
  | {
      type: 'operator-act';
      act: 'watch' | 'leave' | 'whisper' | 'set-variables' | 'take-over' | 'say' | 'give-back' | 'end';
      by: string;
      /** What was whispered or said; the names of variables. */
      text?: string;
    }
  | { type: 'keypad-press'; digits: string; from: 'user' | 'agent' }
  | { type: 'reminder'; count: number }
  /** A word by which the agent showed that it listens; no turn, and the caller's went on. */
  | { type: 'backchannel'; text: string }
  /** The transfer's target; `isDone` false when the line cannot transfer the call. */
  | { type: 'transfer'; number: string; kind: 'cold' | 'warm'; isDone: boolean; reason?: string }
  | { type: 'voice-fallback'; from: string; to: string; reason: string }
  /** The run of the flow that answers this turn; its own events are logged under its id. */
  | { type: 'flow-run'; turn: number; flowId: string; runId: string; isReplayed?: true }
  /** Another node of the flow answers this turn than the one before. */
  | {
      type: 'node-transition';
      turn: number;
      from: { id: string; name: string };
      to: { id: string; name: string };
    }
  | (ResponderStep & { turn: number })
  | { type: 'call-error'; code: string; message: string; turn?: number }
  /** How the sound of each side came through, once the line is closed; a side that nobody has counted is absent. */
  | { type: 'line-quality'; caller?: LineQuality; agent?: LineQuality }
  | { type: 'call-end'; reason: DisconnectionReason; durationMs: number };

/** How the pieces of one side's sound came through, of 20 ms each. */
export interface LineQuality {
  received: number;
  /** Never came. */
  lost: number;
  /** Came when what follows had been heard already; absent where the other side does not say. */
  late?: number;
  /** How unevenly they came: RFC 3550. */
  jitterMs: number;
}

/** The provider in use; `isStandIn` when a local program replaces the chosen vendor. */
export interface SpeechPart {
  label: string;
  isStandIn: boolean;
}

/** An event as it is stored and sent: `seq` starts at 1, `at` is ms since 1970, `offsetMs` ms since the call began. */
export type LoggedCallEvent = { callId: string; seq: number; at: number; offsetMs: number } & CallEvent;
