import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate, SearchX } from 'lucide-react';
import { marketplacesTexts } from '../../kit/texts/en/marketplaces.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PageHead } from '../../kit/ui/page-head.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { filterCards } from './filter-cards.ts';
import styles from './marketplaces-screen.module.css';
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
  const shown = data && filterCards(data, state.filter);
  return (
    <>
      <PageHead title={page('templates')} help={page('templatesHelp')} />
      <TemplateTools state={state} cards={data ?? []} />
      {!data && !error && <SkeletonList shape="cards" />}
      {!data && error && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />}
      {shown?.length === 0 && <Nothing state={state} />}
      {shown && shown.length > 0 && (
        <>
          <p className="visually-hidden" role="status">
            {t('count', { count: shown.length })}
          </p>
          <ul className={styles['grid']}>
            {shown.map((card) => (
              <li key={card.id}>
                <TemplateCardView card={card} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Nothing({ state }: { state: CardFilterState }) {
  const t = useTexts(marketplacesTexts);
  if (!state.isFiltered)
    return <EmptyState Icon={LayoutTemplate} title={t('noOwnTitle')} text={t('noOwn')} />;
  const { search } = state.filter;
  return (
    <EmptyState
      Icon={SearchX}
      title={search === '' ? t('noFit') : t('noMatch', { search })}
      action={<Button onClick={state.clear}>{t('clear')}</Button>}
    />
  );
}
