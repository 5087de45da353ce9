import { sourceCheck } from '@tendril/contract/api/source-check';
import type { SourceCheck } from '@tendril/contract/provider/answer';

/** What came with an answer about its sources; undefined when it is something else. */
export function readSourceCheck(value: unknown): SourceCheck | undefined {
  return sourceCheck.safeParse(value).data;
}
