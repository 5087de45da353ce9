import type {
  DisconnectionReason,
  LineQuality,
  LoggedCallEvent,
  SpeechPart,
  TurnTimes,
} from '@tendril/contract/call-event';
import type { TimedWord } from '@tendril/contract/voice/word-places';

/** One line of a call's transcript, as it is drawn. `isReplayed`: taken over from an earlier test. */
export type CallEntry =
  | {
      kind: 'caller';
      id: string;
      offsetMs: number;
      /** When its voice began and ended; absent for typed words. */
      spoken?: { fromMs: number; toMs: number };
      /** Words whose times the recognizer stated. */
      words?: readonly TimedWord[];
      /** `seq` of the event of its final words; 0 until then. */
      seq: number;
      text: string;
      isTyped: boolean;
      isInterim: boolean;
      isReplayed?: true;
      /** Said to somebody else than the agent: after the call was transferred. */
      isBeyond?: true;
    }
  | {
      /** Somebody to whom the call was transferred. */
      kind: 'target';
      id: string;
      offsetMs: number;
      spoken?: { fromMs: number; toMs: number };
      words?: readonly TimedWord[];
      text: string;
    }
  | {
      kind: 'agent';
      id: string;
      offsetMs: number;
      turn: number;
      text: string;
      /** Words whose times the voice stated. */
      words?: readonly TimedWord[];
      /** Cut off by the caller. */
      unsaid: string;
      isRunning: boolean;
      times: TurnTimes;
      /** Absent unless the caller broke in; ms from his onset to the stop. */
      interruption?: { offsetMs: number; stopMs: number };
      isReplayed?: true;
    }
  | {
      kind: 'tool';
      id: string;
      offsetMs: number;
      turn: number;
      toolId: string;
      name: string;
      arguments: string;
      /** Values that it set. */
      variables?: Readonly<Record<string, string>>;
      /** Absent while it runs. */
      end?: { isOk: boolean; result: string; ms: number };
      isReplayed?: true;
    }
  | {
      kind: 'note';
      id: string;
      offsetMs: number;
      event: LoggedCallEvent;
      /** How often the same went wrong without an answer in between; absent for once. */
      times?: number;
    };

/** A stretch of a lane of the picture of a call, ms since it began; `endMs` absent while it lasts. */
export interface CallSpan {
  lane: 'caller' | 'agent' | 'target' | 'tools';
  /** Of the agent's answer. */
  turn?: number;
  startMs: number;
  endMs?: number;
}

/** A call as it is drawn: made from its events alone, live or stored. */
export interface CallView {
  entries: readonly CallEntry[];
  spans: readonly CallSpan[];
  variables: Readonly<Record<string, string>>;
  steps: readonly Extract<LoggedCallEvent, { type: 'step-start' | 'step-end' | 'flow-run' }>[];
  isDemo: boolean;
  /** An answer has begun, and nothing of it is there yet. */
  isThinking: boolean;
  /** A person speaks for the agent. */
  isTakenOver: boolean;
  /** The caller talks to somebody else: there is no agent any more. */
  isTransferred: boolean;
  recognizer?: SpeechPart;
  synthesizer?: SpeechPart;
  /** How each side's sound came through; a side that nobody has counted is absent. */
  quality: { caller?: LineQuality; agent?: LineQuality };
  /** Present once the call is over. */
  end?: { reason: DisconnectionReason; durationMs: number; offsetMs: number };
}

export const emptyCall: CallView = {
  entries: [],
  spans: [],
  variables: {},
  steps: [],
  isDemo: false,
  isThinking: false,
  isTakenOver: false,
  isTransferred: false,
  quality: {},
};
