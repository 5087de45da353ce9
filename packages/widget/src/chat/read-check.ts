import type { SourceCheck } from '@tendril/contract/provider/answer';
import { plainList, plainRecord, plainText } from './plain-record.ts';

/** What the server says of an answer and its sources; undefined when it says nothing. */
export function readCheck(data: unknown): SourceCheck | undefined {
  const { checked, unsupported } = plainRecord(data);
  if (typeof checked !== 'number') return undefined;
  const claims = plainList(unsupported).map(({ text, reason }) => ({
    text: plainText(text),
    reason: plainText(reason),
  }));
  return { checked, unsupported: claims };
}
