import { builtInVariableNames } from '@tendril/contract/voice/dynamic-variables';
import { useMemo } from 'react';
import { useLlmState } from '../llm/use-llm-session.ts';
import type { PromptWords } from './prompt-words.ts';

/** The words that mean something in the open agent's prompt. */
export function usePromptWords(): PromptWords {
  const values = useLlmState(({ base }) => base.defaultDynamicVariables);
  const functions = useLlmState(({ base }) => base.functions);
  return useMemo(
    () => ({
      values,
      builtIn: builtInVariableNames,
      functions: functions.flatMap(({ name }) => (name === '' ? [] : [name])),
    }),
    [values, functions],
  );
}
