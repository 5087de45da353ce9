import { type FunctionProblem, functionProblems } from '@tendril/contract/voice/function-problems';
import type { VoiceFunction, VoiceFunctionType } from '@tendril/contract/voice/voice-function';
import { problemSentence } from './problem-words.ts';

export type FunctionOf<T extends VoiceFunctionType> = Extract<VoiceFunction, { type: T }>;

/** The form of one kind of function. */
export interface FunctionForm<T extends VoiceFunctionType = VoiceFunctionType> {
  draft: FunctionOf<T>;
  edit: (changes: Partial<FunctionOf<T>>) => void;
  /** The error of a field. */
  problemOf: (field: keyof FunctionOf<T> & string) => string | undefined;
}

/**
 * Messages for the fields of a form. Missing values are not reported while a new function is being filled in: saving
 * is never refused, and the list says what is missing.
 */
export function problemFinder(asked: VoiceFunction, names: readonly string[], isNew: boolean) {
  const problems = functionProblems(asked, names);
  const isShown = ({ code, field }: FunctionProblem) => code !== 'REQUIRED' || !isNew || field === 'name';
  return (field: string): string | undefined => {
    const found = problems.find((one) => one.field === field && isShown(one));
    return found && problemSentence(found);
  };
}
