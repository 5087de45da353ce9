import { invalidInput } from '@tendril/contract/app-error';
import type { PostCallField } from '@tendril/contract/voice/post-call-field';
import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';

/** How something in Retell's words is read. */
export interface Reading {
  /** Told of a value that has no counterpart here; may throw. */
  refuse(path: string, message: string): void;
  /** A new id for a function or a field. */
  mint(): string;
  /** What was there before: things of the same name keep their ids. */
  functions?: readonly VoiceFunction[] | undefined;
  postCallFields?: readonly PostCallField[] | undefined;
}

/** Reads what a client sends: a value without a counterpart is an error of its field. */
export function strictReading(before: Pick<Reading, 'functions' | 'postCallFields'> = {}): Reading {
  return {
    ...before,
    mint: mintOrderedId,
    refuse(path, message) {
      throw invalidInput([{ path: path.split('.'), message }]);
    },
  };
}
