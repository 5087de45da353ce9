import type { SourceDocument } from '@tendril/contract/provider/document';
import { toPassages } from '../text/passages.ts';

const marking = 'Name the passages you use by their number in square brackets, like [1].';

/** What a tool gives to the model of documents that are shown with the answer, numbered as they are shown. */
export function citedPassages(documents: readonly SourceDocument[], first: number): string {
  return `${toPassages(documents, first)}\n\n${marking}`;
}
