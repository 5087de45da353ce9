import type { UsedTool } from '@tendril/contract/provider/answer';
import type { SourceDocument } from '@tendril/contract/provider/document';
import { citedPassages } from '../tools/cited-passages.ts';

/**
 * The result of a call with its passages numbered after those that were found before, among which they are listed now:
 * what an answer cites as [5] is the fifth of its sources, whichever call has found it.
 */
export function numberSources(used: UsedTool, sources: SourceDocument[]): UsedTool {
  const documents = used.sourceDocuments ?? [];
  const first = sources.length + 1;
  sources.push(...documents);
  const isOurs = documents.length > 0 && used.toolOutput === citedPassages(documents, 1);
  return first > 1 && isOurs ? { ...used, toolOutput: citedPassages(documents, first) } : used;
}
