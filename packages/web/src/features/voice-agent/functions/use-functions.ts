import { useQuery } from '@tanstack/react-query';
import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import { useState } from 'react';
import { voiceAgentQuery, voiceLlmQuery } from '../agent.queries.ts';
import { useLlmChange } from '../use-llm-change.ts';
import { dropFunction, type ListChange, putFunction } from './function-list.ts';

/** The functions of an agent as they are shown, and the ways to change them. */
export interface AgentFunctions {
  /** Undefined until they are loaded. */
  functions: readonly VoiceFunction[] | undefined;
  error: unknown;
  reload: () => void;
  /** Functions whose save failed: they stand in the list and can be saved again. */
  failedIds: ReadonlySet<string>;
  save: (asked: VoiceFunction, at?: number) => Promise<boolean>;
  remove: (id: string) => Promise<boolean>;
}

interface Unsaved {
  asked: VoiceFunction;
  isFailed: boolean;
}

export function useFunctions(agentId: string): AgentFunctions {
  const agent = useQuery(voiceAgentQuery(agentId));
  const llmId = agent.data?.responseEngineLlmId ?? '';
  const llm = useQuery({ ...voiceLlmQuery(llmId), enabled: llmId !== '' });
  const change = useLlmChange(llmId);
  const [unsaved, setUnsaved] = useState<readonly Unsaved[]>([]);

  const apply = (listChange: ListChange) => change(({ functions }) => ({ functions: listChange(functions) }));
  const without = (list: readonly Unsaved[], id: string) => list.filter(({ asked }) => asked.id !== id);
  return {
    functions: llm.data && withUnsaved(llm.data.functions, unsaved),
    error: agent.error ?? llm.error,
    reload: () => void (agent.isError ? agent.refetch() : llm.refetch()),
    failedIds: new Set(unsaved.filter(({ isFailed }) => isFailed).map(({ asked }) => asked.id)),
    save: async (asked, at) => {
      // Shown at once, and kept next to the stored ones until it is saved.
      setUnsaved((list) => [...without(list, asked.id), { asked, isFailed: false }]);
      const isSaved = await apply(putFunction(asked, at));
      setUnsaved((list) => [
        ...list.filter((one) => one.asked !== asked),
        ...(isSaved ? [] : [{ asked, isFailed: true }]),
      ]);
      return isSaved;
    },
    remove: async (id) => {
      setUnsaved((list) => without(list, id));
      return apply(dropFunction(id));
    },
  };
}

function withUnsaved(stored: readonly VoiceFunction[], unsaved: readonly Unsaved[]): VoiceFunction[] {
  return unsaved.reduce((list, { asked }) => putFunction(asked)(list), [...stored]);
}
