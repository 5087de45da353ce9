import type { RunContext } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import type { SourceDocument } from '@tendril/contract/provider/document';

/** What is said in place of a model's answer where nothing was found; undefined where the model is asked all the same. */
export function unknownAnswer(
  documents: readonly SourceDocument[],
  { services }: Pick<RunContext, 'services'>,
): Answer | undefined {
  if (documents.length > 0 || services.unknownAnswer === undefined) return undefined;
  return { text: services.unknownAnswer };
}
