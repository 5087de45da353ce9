import type { BackgroundSoundId } from '@tendril/contract/voice/background-sounds';
import type { CallFacts } from '@tendril/contract/voice/dynamic-variables';
import type { CallFunction } from '@tendril/voice/call-function';
import type { CallConfig } from '@tendril/voice/call-session';
import type { ReplayedTurn } from '@tendril/voice/responder';

/** What a call's session is made of that cannot be a function of another process. */
export interface SessionFacts {
  /** The file of the call's recording, which the process of its sound writes. */
  readonly recordingPath?: string | undefined;
  /** What its built-in values are computed from. */
  readonly builtIn: Omit<CallFacts, 'now'>;
  readonly ambience?: { readonly sound: BackgroundSoundId; readonly volume: number };
}

/** Milliseconds by a clock that all processes of a machine share, and that goes on while one of them is busy. */
export function sharedNow(): number {
  return performance.timeOrigin + performance.now();
}

/** The beginning of a call's session, as it is sent to the media process. */
export interface SessionStart extends SessionFacts {
  /** By the shared clock. */
  readonly begunAt: number;
  readonly config: CallConfig;
  readonly functions: readonly Omit<CallFunction, 'run'>[];
  readonly variables: Record<string, string>;
  readonly history: readonly ReplayedTurn[];
  readonly hasTimers: boolean;
  readonly mayPrepare: boolean;
  readonly recognizer: { readonly label: string; readonly isStandIn: boolean; readonly choices?: number };
  readonly voices: readonly { readonly label: string; readonly isStandIn: boolean }[];
}
