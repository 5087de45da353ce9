import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate } from 'lucide-react';
import { CardGrid } from '../../kit/lists/card-grid.tsx';
import { ListPage } from '../../kit/lists/list-page.tsx';
import { NoMatch } from '../../kit/lists/no-match.tsx';
import { marketplacesTexts } from '../../kit/texts/en/marketplaces.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { filterCards } from './filter-cards.ts';
import { TemplateCardView } from './template-card-view.tsx';
import { TemplateTools } from './template-tools.tsx';
import { templateCardsQuery } from './templates.queries.ts';
import { type CardFilterState, useCardFilter } from './use-card-filter.ts';

/** The gallery of templates: those that come with the product, and the workspace's own. */
export function MarketplacesScreen() {
  const t = useTexts(marketplacesTexts);
  const page = useTexts(pageTexts);
  const state = useCardFilter();
  const { data, error, refetch } = useQuery(templateCardsQuery);
  const shown = filterCards(data ?? [], state.filter);
  return (
    <ListPage
      title={page('templates')}
      help={page('templatesHelp')}
      query={{ hasData: data !== undefined, error, retry: () => void refetch() }}
      failed={t('loadFailed')}
      isEmpty={false}
      empty={null}
      view="cards"
      tools={<TemplateTools state={state} cards={[]} />}
      list={
        <>
          <TemplateTools state={state} cards={data ?? []} />
          {shown.length === 0 ? (
            <Nothing state={state} />
          ) : (
            <>
              <p className="visually-hidden" role="status">
                {t('count', { count: shown.length })}
              </p>
              <CardGrid>
                {shown.map((card) => (
                  <TemplateCardView key={card.id} card={card} />
                ))}
              </CardGrid>
            </>
          )}
        </>
      }
    />
  );
}

function Nothing({ state }: { state: CardFilterState }) {
  const t = useTexts(marketplacesTexts);
  if (!state.isFiltered)
    return <EmptyState Icon={LayoutTemplate} title={t('noOwnTitle')} text={t('noOwn')} />;
  const { search } = state.filter;
  return <NoMatch title={search === '' ? t('noFit') : t('noMatch', { search })} onClear={state.clear} />;
}
