import { knowledgeWorkTexts } from '../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../kit/texts/texts.ts';

interface Loc {
  /** Of documents that were read page by page. */
  pageNumber?: unknown;
  page?: unknown;
  lines?: { from?: unknown; to?: unknown };
  places?: unknown;
}

/** Slide and cells of the first place that a chunk was made of. */
function firstPlace({ places }: Loc): {
  slide?: unknown;
  sheet?: unknown;
  cells?: unknown;
  anchor?: unknown;
} {
  const [first] = Array.isArray(places) ? (places as unknown[]) : [];
  return typeof first === 'object' && first !== null ? first : {};
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
    const page = loc?.pageNumber ?? loc?.page ?? plainPage;
    const { from, to } = loc?.lines ?? {};
    const { slide, sheet, cells } = firstPlace(loc ?? {});
    const parts = [
      typeof source === 'string' ? source : '',
      typeof page === 'number' ? t('page', { page }) : '',
      typeof slide === 'number' ? t('slide', { slide }) : '',
      typeof cells === 'string' ? [sheet, cells].filter(Boolean).join('!') : '',
      typeof from === 'number' && typeof to === 'number'
        ? t(from === to ? 'line' : 'lines', { from, to })
        : '',
    ];
    return parts.filter(Boolean).join(', ');
  };
}
