import type { SourceDocument } from '@tendril/contract/provider/document';

const quoted = (text: string) => text.replaceAll('"', "'").replaceAll(/\s+/g, ' ');

/** Where a passage stands, as far as its document says: a model that cites it can name it, too. */
function factsOf({ metadata }: SourceDocument): string {
  const { source, title, loc } = metadata;
  const { path, page } = (typeof loc === 'object' && loc !== null ? loc : {}) as Record<string, unknown>;
  const facts: [name: string, value: unknown][] = [
    ['source', source],
    ['title', title],
    ['section', Array.isArray(path) ? path.join(' › ') : undefined],
    ['page', typeof page === 'number' ? String(page) : undefined],
  ];
  return facts
    .map(([name, value]) => (typeof value === 'string' && value !== '' ? ` ${name}="${quoted(value)}"` : ''))
    .join('');
}

/**
 * Found documents as passages; numbered from `first` on where it is given, so that an answer can name its sources as [1],
 * [2].
 */
export function toPassages(documents: readonly SourceDocument[], first?: number): string {
  return documents
    .map((document, index) => {
      const number = first === undefined ? '' : ` number="${first + index}"`;
      return `<passage${number}${factsOf(document)}>\n${document.pageContent}\n</passage>`;
    })
    .join('\n');
}
