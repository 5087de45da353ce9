import type { VoiceFunction } from '@tendril/contract/voice/voice-function';

/** As many as the server keeps for an agent. */
export const mostFunctions = 50;

/** A change to the functions of an agent that can be reapplied to a newer list. */
export type ListChange = (functions: readonly VoiceFunction[]) => VoiceFunction[];

/** Replaces a function, or appends it if it is new. */
export function putFunction(asked: VoiceFunction, at?: number): ListChange {
  return (functions) => {
    if (functions.some(({ id }) => id === asked.id))
      return functions.map((one) => (one.id === asked.id ? asked : one));
    return functions.toSpliced(at ?? functions.length, 0, asked);
  };
}

export function dropFunction(id: string): ListChange {
  return (functions) => functions.filter((one) => one.id !== id);
}
