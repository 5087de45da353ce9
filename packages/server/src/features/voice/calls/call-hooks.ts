import type { Call, TranscriptLine } from '@tendril/contract/api/calls';
import type { VoiceAgentSettings } from '@tendril/contract/voice/voice-agent';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** A call that has begun or ended. */
export interface CallHappening extends Scope {
  /** As it is stored. */
  readonly call: Call;
  /** Of the version of the agent that answers. */
  readonly settings: VoiceAgentSettings;
  /** Its agent stores no sensitive data: `call` holds no words, and what is written of it must not hold any. */
  readonly isPrivate: boolean;
  /** What was said; for a private call this is the only copy. */
  readonly transcript: readonly TranscriptLine[];
}

/** What else happens when a call begins or ends. */
export interface CallHook {
  /** Writes in the transaction that writes the beginning or the end; an error rolls both back. */
  write?(trx: DatabaseTransaction, happening: CallHappening): Promise<void>;
  /** Called after the commit. */
  committed?(happening: CallHappening): void;
}

/** A list of hooks, run in their order. */
export class CallHooks {
  readonly #hooks: CallHook[] = [];

  add(hook: CallHook): void {
    this.#hooks.push(hook);
  }

  async write(trx: DatabaseTransaction, happening: CallHappening): Promise<void> {
    for (const { write } of this.#hooks) await write?.(trx, happening);
  }

  notify(happening: CallHappening): void {
    for (const { committed } of this.#hooks) committed?.(happening);
  }
}
