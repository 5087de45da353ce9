import type { SourceDocument } from '@tendril/contract/provider/document';

function sourceOf(document: SourceDocument): string {
  const source = document.metadata['source'];
  return typeof source === 'string' ? ` source="${source.replaceAll('"', "'")}"` : '';
}

/** Found documents as numbered passages, so that an answer can name its sources as [1], [2]. */
export function toPassages(documents: readonly SourceDocument[], isNumbered = true): string {
  return documents
    .map(
      (document, index) =>
        `<passage${isNumbered ? ` number="${index + 1}"` : ''}${sourceOf(document)}>\n${document.pageContent}\n</passage>`,
    )
    .join('\n');
}
