import type { RunTable } from '../../../platform/db/schema.ts';
import type { RunnableFlow } from '../flows/public.ts';

const nobodyKnown: readonly string[] = ['public'];

/**
 * On whose behalf a run of the flow reads knowledge bases: that of the caller, and of the workspace's where the flow's
 * owner has said that its answers may use what the workspace reads. Nothing in a request adds to it.
 */
export function callersOf(
  { chatbotConfig }: Pick<RunnableFlow, 'chatbotConfig'>,
  tokens: readonly string[] = nobodyKnown,
): readonly string[] {
  const isForAll = chatbotConfig['knowledgeReaders'] === 'workspace';
  return isForAll ? [...new Set([...tokens, 'workspace'])] : tokens;
}

/** On whose behalf a stored run reads. */
export function callersOfRun({ callers }: Pick<RunTable, 'callers'>): readonly string[] {
  return callers === null ? nobodyKnown : (JSON.parse(callers) as string[]);
}
