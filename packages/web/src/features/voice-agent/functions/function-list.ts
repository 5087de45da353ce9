import type { VoiceFunction } from '@tendril/contract/voice/voice-function';

/** As many as the server keeps for an agent. */
export const mostFunctions = 50;

/** One change of the functions of an agent; it can be made again on a newer list. */
export type ListChange = (functions: readonly VoiceFunction[]) => VoiceFunction[];

/** Puts a function in its place, or at the end when it is new. */
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
