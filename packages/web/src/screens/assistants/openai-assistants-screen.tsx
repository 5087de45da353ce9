import { useQuery } from '@tanstack/react-query';
import type { Assistant } from '@tendril/contract/api/assistants';
import { Bot, Download, SearchX, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { openaiTexts } from '../../kit/texts/en/assistants.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PageHead } from '../../kit/ui/page-head.tsx';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { ToolRow } from '../../kit/ui/tool-row.tsx';
import cards from './assistant-card.module.css';
import { assistantsQuery, vendorDetailsOf } from './assistants.queries.ts';
import { ConvertDialog } from './convert-dialog.tsx';
import styles from './openai-assistants.module.css';
import { OpenAiCard } from './openai-card.tsx';
import { ReadVendorDialog } from './read-vendor-dialog.tsx';

/** Assistants that live at OpenAI: kept, looked over, and turned into custom ones before their service ends. */
export function OpenAiAssistantsScreen() {
  const t = useTexts(openaiTexts);
  const page = useTexts(pageTexts);
  const list = useQuery(assistantsQuery('OPENAI'));
  const [isReading, setReading] = useState(false);
  return (
    <>
      <PageHead
        title={page('openaiAssistants')}
        help={page('openaiAssistantsHelp')}
        actions={
          <Button icon={<Download size={18} />} onClick={() => setReading(true)}>
            {t('read')}
          </Button>
        }
      />
      <div className={styles['notice']} role="note">
        <TriangleAlert size={20} aria-hidden />
        <div>
          <h2>{t('retiredTitle')}</h2>
          <p>{t('retiredText')}</p>
        </div>
      </div>
      {list.isPending && (
        <div className={cards['wait']}>
          <SkeletonList shape="cards" />
        </div>
      )}
      {list.isError && (
        <ErrorState title={t('loadFailed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data?.length === 0 && <EmptyState Icon={Bot} title={t('empty')} text={t('emptyHelp')} />}
      {list.data && list.data.length > 0 && <Stored all={list.data} />}
      {isReading && <ReadVendorDialog stored={list.data ?? []} onClose={() => setReading(false)} />}
    </>
  );
}

function Stored({ all }: { all: readonly Assistant[] }) {
  const t = useTexts(openaiTexts);
  const [search, setSearch] = useState('');
  const [converted, setConverted] = useState<Assistant | null>(null);
  const words = search.trim().toLowerCase();
  const shown = all.filter(({ details }) => details.toLowerCase().includes(words));
  return (
    <>
      <ToolRow>
        <SearchField label={t('search')} value={search} onChange={setSearch} takesCtrlF />
      </ToolRow>
      {shown.length === 0 ? (
        <EmptyState
          Icon={SearchX}
          title={t('noMatch', { search: search.trim() })}
          action={<Button onClick={() => setSearch('')}>{t('clearSearch')}</Button>}
        />
      ) : (
        <div className={cards['grid']}>
          {shown.map((assistant) => (
            <OpenAiCard
              key={assistant.id}
              assistant={assistant}
              details={vendorDetailsOf(assistant)}
              onConvert={() => setConverted(assistant)}
            />
          ))}
        </div>
      )}
      {converted && (
        <ConvertDialog
          assistant={converted}
          name={vendorDetailsOf(converted).name || t('unnamed')}
          onClose={() => setConverted(null)}
        />
      )}
    </>
  );
}
