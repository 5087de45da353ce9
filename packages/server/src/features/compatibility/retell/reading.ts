import { invalidInput } from '@tendril/contract/app-error';
import type { PostCallField } from '@tendril/contract/voice/post-call-field';
import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';

/** How to read a value in Retell's format. */
export interface Reading {
  /** Called for a value that has no counterpart here; may throw. */
  refuse(path: string, message: string): void;
  /** A new id for a function or a field. */
  mint(): string;
  /** The previous value: items of the same name keep their ids. */
  functions?: readonly VoiceFunction[] | undefined;
  postCallFields?: readonly PostCallField[] | undefined;
}

/** Reads what a client sends: a value without a counterpart is an error at its field. */
export function strictReading(before: Pick<Reading, 'functions' | 'postCallFields'> = {}): Reading {
  return {
    ...before,
    mint: mintOrderedId,
    refuse(path, message) {
      throw invalidInput([{ path: path.split('.'), message }]);
    },
  };
}
