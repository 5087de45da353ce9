import { useQuery } from '@tanstack/react-query';
import type { Assistant } from '@tendril/contract/api/assistants';
import { Bot, Download, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { CardGrid } from '../../kit/lists/card-grid.tsx';
import { ListPage } from '../../kit/lists/list-page.tsx';
import { ListTools } from '../../kit/lists/list-tools.tsx';
import { NoMatch } from '../../kit/lists/no-match.tsx';
import { openaiTexts } from '../../kit/texts/en/assistants.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { assistantsQuery, vendorDetailsOf } from './assistants.queries.ts';
import { ConvertDialog } from './convert-dialog.tsx';
import styles from './openai-assistants.module.css';
import { OpenAiCard } from './openai-card.tsx';
import { ReadVendorDialog } from './read-vendor-dialog.tsx';
import { hasVendorEnded } from './vendor-end.ts';

/** Assistants hosted by OpenAI: stored, reviewed and converted to custom ones. */
export function OpenAiAssistantsScreen() {
  const t = useTexts(openaiTexts);
  const page = useTexts(pageTexts);
  const { data, error, refetch } = useQuery(assistantsQuery('OPENAI'));
  const [isReading, setReading] = useState(false);
  const read = (
    <Button icon={<Download size={18} />} onClick={() => setReading(true)}>
      {t('read')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={page('openaiAssistants')}
        help={page('openaiAssistantsHelp')}
        mainAct={read}
        query={{ hasData: data !== undefined, error, retry: () => void refetch() }}
        failed={t('loadFailed')}
        isEmpty={data?.length === 0}
        empty={<EmptyState Icon={Bot} title={t('empty')} text={t('emptyHelp')} action={read} />}
        view="cards"
        list={<Stored all={data ?? []} />}
      >
        <div className={styles['notice']} role="note">
          <TriangleAlert size={20} aria-hidden />
          <div>
            <h2>{t(hasVendorEnded() ? 'endedTitle' : 'retiredTitle')}</h2>
            <p>{t('retiredText')}</p>
          </div>
        </div>
      </ListPage>
      {isReading && <ReadVendorDialog stored={data ?? []} onClose={() => setReading(false)} />}
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
      <ListTools searchLabel={t('search')} search={search} onSearch={setSearch} />
      {shown.length === 0 ? (
        <NoMatch title={t('noMatch', { search: search.trim() })} onClear={() => setSearch('')} />
      ) : (
        <CardGrid>
          {shown.map((assistant) => (
            <OpenAiCard
              key={assistant.id}
              assistant={assistant}
              details={vendorDetailsOf(assistant)}
              onConvert={() => setConverted(assistant)}
            />
          ))}
        </CardGrid>
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
