import type { TemplateCard, TemplateType } from '@tendril/contract/api/template-gallery';

/** Whether a template runs without a key, on the demo model, or needs one. */
export type KeyFilter = 'demo' | 'key';

export interface CardFilter {
  isOwn: boolean;
  search: string;
  useCase: string;
  type: TemplateType | '';
  key: KeyFilter | '';
}

function hasWords({ name, text, useCases, badge }: TemplateCard, search: string): boolean {
  const searched = [name, text, badge, ...useCases].join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** The templates that match all filters. */
export function filterCards(cards: readonly TemplateCard[], filter: CardFilter): TemplateCard[] {
  return cards.filter(
    (card) =>
      card.isOwn === filter.isOwn &&
      (filter.useCase === '' || card.useCases.includes(filter.useCase)) &&
      (filter.type === '' || card.type === filter.type) &&
      (filter.key === '' || (filter.key === 'demo' ? card.isDemo : card.keys.length > 0)) &&
      hasWords(card, filter.search.trim()),
  );
}

/** The use cases of these templates, by name. */
export function useCasesOf(cards: readonly TemplateCard[]): string[] {
  return [...new Set(cards.flatMap((card) => card.useCases))].sort((one, other) => one.localeCompare(other));
}
