import type { NodeEvent } from './run-event.ts';

/** Why a call ended; Retell's words (voice.md 1.3), those that this house can tell, and one of our own for a line that broke off. */
export const disconnectionReasons = [
  'user_hangup',
  'agent_hangup',
  'call_transfer',
  'voicemail_reached',
  'inactivity',
  'max_duration_reached',
  'concurrency_limit_reached',
  'error_llm_websocket_open',
  'error_llm_websocket_lost_connection',
  'error_llm_websocket_runtime',
  'error_llm_websocket_corrupt_payload',
  'error_no_audio_received',
  'error_asr',
  'error_connection_lost',
  'error_user_not_joined',
  'registered_call_timeout',
  'error_unknown',
] as const;
export type DisconnectionReason = (typeof disconnectionReasons)[number];

/** Parts of one answer in ms; `e2e` runs from the caller's last voice to the agent's first sound. Text turns have no ear and no mouth. */
export interface TurnTimes {
  /** Caller's last voice to the end of the turn. */
  endpointMs?: number;
  /** End of the turn to the final words. */
  sttMs?: number;
  /** Question to the first speakable words. */
  llmMs?: number;
  /** Time in functions before the first sound. */
  toolMs?: number;
  /** First words to first sound. */
  ttsMs?: number;
  e2eMs?: number;
}

/** Work inside an answer: model calls with their prompt, searches, and the run of a flow that answers. */
type BrainStep = Extract<NodeEvent, { type: 'step-start' | 'step-end' }>;

/**
 * Everything a call tells, whatever carries it: browser, telephone, text or simulation. One list for the live view, the
 * stored log and the timeline; stored in the same log as run events, under the call's id. `turn` counts the agent's
 * answers from 1; it is left out where speech of both overlaps. `isReplayed`: said and done in an earlier test, and taken
 * over from there; nobody was asked again.
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
  | { type: 'user-speech-start' }
  | { type: 'user-speech-end' }
  /** Words as far as they are heard. Live only: never stored. */
  | { type: 'transcript-interim'; text: string }
  /**
   * What the caller said, ready to be answered. `isTyped`: written instead of spoken. `agoMs`: how long before this its
   * voice began and ended.
   */
  | {
      type: 'user-turn';
      text: string;
      isTyped?: boolean;
      agoMs?: { from: number; to: number };
      isReplayed?: true;
    }
  | { type: 'turn-start'; turn: number; cause: 'greeting' | 'answer' | 'reminder' }
  /** A piece of what the agent will say. Live only: never stored. */
  | { type: 'agent-delta'; turn: number; text: string }
  | { type: 'agent-speech-start'; turn: number }
  | { type: 'agent-speech-end'; turn: number }
  /** The agent's answer once it is over: `text` is what was heard; `unsaid` what the caller cut off. */
  | { type: 'agent-turn'; turn: number; text: string; unsaid?: string; times: TurnTimes; isReplayed?: true }
  /** The caller broke in: `stopMs` from the caller's onset to the clear. */
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
  | { type: 'keypad-press'; digits: string; from: 'user' | 'agent' }
  | { type: 'reminder'; count: number }
  /** Where the call would go; `isDone` false when nothing can carry it there. */
  | { type: 'transfer'; number: string; kind: 'cold' | 'warm'; isDone: boolean; reason?: string }
  | { type: 'voice-fallback'; from: string; to: string; reason: string }
  /** A run of the flow that answers this turn; its own events stand under its id. */
  | { type: 'flow-run'; turn: number; flowId: string; runId: string }
  | (BrainStep & { turn: number })
  | { type: 'call-error'; code: string; message: string; turn?: number }
  | { type: 'call-end'; reason: DisconnectionReason; durationMs: number };

/** Who hears or speaks; `isStandIn` when a local part takes the place of the chosen vendor. */
export interface SpeechPart {
  label: string;
  isStandIn: boolean;
}

/** An event as it is stored and sent: `seq` starts at 1, `at` is ms since 1970, `offsetMs` ms since the call began. */
export type LoggedCallEvent = { callId: string; seq: number; at: number; offsetMs: number } & CallEvent;
