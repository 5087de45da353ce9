import type { RunContext } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import type { Moderation } from '@tendril/contract/provider/moderation';

/** Runs every moderation in turn; the first refusal is the answer, already sent to a streaming caller. */
export async function checkModeration(
  moderations: readonly Moderation[],
  question: string,
  context: RunContext,
): Promise<Answer | undefined> {
  for (const moderation of moderations) {
    const refusal = await moderation.check(question, context);
    if (refusal === undefined) continue;
    if (context.isStreaming) context.emit({ type: 'text-delta', text: refusal });
    return { text: refusal };
  }
  return undefined;
}
