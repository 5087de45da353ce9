import { useQuery } from '@tanstack/react-query';
import type { PhoneNumberOverview } from '@tendril/contract/api/phone-number-checks';
import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { Phone } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { numberOverviewsQuery, numbersQuery } from '../../features/phone/numbers.queries.ts';
import { ListPage } from '../../kit/lists/list-page.tsx';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
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
  const { data: records, error, refetch } = useQuery(numbersQuery);
  // What stands beside the numbers comes after them: the page opens with the plain list.
  const { data: facts } = useQuery({ ...numberOverviewsQuery, enabled: records !== undefined });
  const overviews = new Map(facts?.map((one) => [one.id, one]));
  const [params, setParams] = useSearchParams();
  const wanted = params.get('number');
  const chosen = records?.find(({ id }) => id === wanted) ?? (wanted ? undefined : records?.[0]);
  useLeavePrompt(useEditedNames(records, overviews));

  const open = (id: string | null) => setParams(id === null ? {} : { number: id });
  const isEmpty = records?.length === 0;
  const list = (
    <ListPage
      title={page('phoneNumbers')}
      {...(isEmpty && { help: page('phoneNumbersHelp') })}
      query={{ hasData: records !== undefined, error, retry: () => void refetch() }}
      failed={t('loadFailed')}
      isEmpty={isEmpty}
      empty={<NoNumbers onAdded={open} />}
      list={<NumberList records={records ?? []} overviews={overviews} openId={chosen?.id} onOpen={open} />}
    />
  );
  if (isEmpty) return <div className={styles['empty']}>{list}</div>;
  return (
    <div className={styles['screen']} data-chosen={wanted ? true : undefined}>
      <section className={styles['side']} aria-label={t('numbers')}>
        {list}
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
            action={<Button onClick={() => open(null)}>{t('backToList')}</Button>}
          />
        )}
      </section>
    </div>
  );
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
