import { knowledgeWorkTexts } from '../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../kit/texts/texts.ts';

interface Loc {
  pageNumber?: unknown;
  lines?: { from?: unknown; to?: unknown };
}

/** Where a chunk is in its document, according to its metadata: "handbook.pdf, page 3, lines 4–9". */
export function usePlaceText(): (metadata: Readonly<Record<string, unknown>>) => string {
  const t = useTexts(knowledgeWorkTexts);
  return (metadata) => {
    const {
      source,
      loc,
      page: plainPage,
    } = metadata as { source?: unknown; loc?: Loc | null; page?: unknown };
    const page = loc?.pageNumber ?? plainPage;
    const { from, to } = loc?.lines ?? {};
    const parts = [
      typeof source === 'string' ? source : '',
      typeof page === 'number' ? t('page', { page }) : '',
      typeof from === 'number' && typeof to === 'number'
        ? t(from === to ? 'line' : 'lines', { from, to })
        : '',
    ];
    return parts.filter(Boolean).join(', ');
  };
}
