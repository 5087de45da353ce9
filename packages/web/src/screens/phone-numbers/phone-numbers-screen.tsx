import { useQuery } from '@tanstack/react-query';
import type { PhoneNumberOverview } from '@tendril/contract/api/phone-number-checks';
import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { Phone, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { numberOverviewsQuery, numbersQuery } from '../../features/phone/numbers.queries.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { uiTexts } from '../../kit/texts/en/ui.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PageHead } from '../../kit/ui/page-head.tsx';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { AddNumberMenu } from './add-number-menu.tsx';
import { NoNumbers } from './no-numbers.tsx';
import { NumberDetail } from './number-detail.tsx';
import { editedNumbers, useNumberEdits } from './number-edits-store.ts';
import { NumberList } from './number-list.tsx';
import { numberName } from './number-name.ts';
import styles from './phone-numbers-screen.module.css';
import { useLeavePrompt } from './use-leave-prompt.ts';

/** The workspace's numbers and who answers them (ux 5.12): the list, and beside it the chosen number. */
export function PhoneNumbersScreen() {
  const t = useTexts(phoneNumberTexts);
  const page = useTexts(pageTexts);
  const ui = useTexts(uiTexts);
  const { data: records, error, refetch } = useQuery(numbersQuery);
  // What stands beside the numbers comes after them: the page opens with the plain list (API-05).
  const { data: facts } = useQuery({ ...numberOverviewsQuery, enabled: records !== undefined });
  const overviews = new Map(facts?.map((one) => [one.id, one]));
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const wanted = params.get('number');
  const chosen = records?.find(({ id }) => id === wanted) ?? (wanted ? undefined : records?.[0]);
  useLeavePrompt(useEditedNames(records, overviews));

  if (records?.length === 0)
    return (
      <div className={styles['empty']}>
        <PageHead title={page('phoneNumbers')} help={page('phoneNumbersHelp')} />
        <NoNumbers onAdded={(id) => setParams({ number: id })} />
      </div>
    );
  const shown = records?.filter((record) => fits(record, overviews.get(record.id), search));
  return (
    <div className={styles['screen']} data-chosen={wanted ? true : undefined}>
      <section className={styles['side']} aria-label={t('numbers')}>
        <PageHead title={page('phoneNumbers')} />
        <div className={styles['tools']}>
          <SearchField label={t('search')} value={search} onChange={setSearch} takesCtrlF />
          <AddNumberMenu onAdded={(id) => setParams({ number: id })} />
        </div>
        {!records && !error && <SkeletonList />}
        {error && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />}
        {shown && shown.length > 0 && (
          <div className={styles['rows']}>
            <NumberList records={shown} overviews={overviews} chosenId={chosen?.id} />
          </div>
        )}
        {shown?.length === 0 && (
          <EmptyState
            Icon={SearchX}
            title={t('noMatch', { search: search.trim() })}
            action={<Button onClick={() => setSearch('')}>{ui('clearSearch')}</Button>}
          />
        )}
      </section>
      <section
        className={styles['detail']}
        aria-label={chosen && numberName(chosen, overviews.get(chosen.id))}
      >
        {chosen && <NumberDetail key={chosen.id} record={chosen} overview={overviews.get(chosen.id)} />}
        {records && !chosen && (
          <EmptyState
            Icon={Phone}
            title={t('gone')}
            action={<Button onClick={() => setParams({})}>{t('backToList')}</Button>}
          />
        )}
      </section>
    </div>
  );
}

function fits(
  record: AssistantPhoneNumber,
  overview: PhoneNumberOverview | undefined,
  search: string,
): boolean {
  const word = search.trim().toLowerCase();
  if (word === '') return true;
  const digits = word.replaceAll(/[^\d+]/g, '');
  if (digits.length > 1 && record.phoneNumber.includes(digits)) return true;
  const texts = [
    numberName(record, overview),
    record['nickname'],
    overview?.inboundAgentName,
    overview?.outboundAgentName,
  ];
  return texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(word));
}

function useEditedNames(
  records: readonly AssistantPhoneNumber[] | undefined,
  overviews: ReadonlyMap<string, PhoneNumberOverview>,
): string[] {
  const ids = useNumberEdits((state) => editedNumbers(state).join(' '));
  return (records ?? [])
    .filter(({ id }) => ids.split(' ').includes(id))
    .map((one) => numberName(one, overviews.get(one.id)));
}
