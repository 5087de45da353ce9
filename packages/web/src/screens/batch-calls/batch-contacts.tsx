import { useInfiniteQuery } from '@tanstack/react-query';
import {
  type BatchCall,
  type BatchContact,
  type BatchContactState,
  contactStates,
} from '@tendril/contract/api/batch-calls';
import { Download } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import styles from '../../features/voice/plain-table.module.css';
import { momentText } from '../../kit/lib/moment-text.ts';
import { saveFile } from '../../kit/lib/save-file.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { ListTools } from '../../kit/lists/list-tools.tsx';
import { NoMatch } from '../../kit/lists/no-match.tsx';
import stacking from '../../kit/lists/stacking-table.module.css';
import { notify } from '../../kit/state/notifier-store.ts';
import { batchCallsTexts } from '../../kit/texts/en/batch-calls.ts';
import { say, useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { batchContactsQuery, changes, readContactsCsv } from './batch-calls.queries.ts';
import { ContactState } from './batch-state.tsx';

/** Everybody in the list, and what became of them. */
export function BatchContacts({ batch }: { batch: BatchCall }) {
  const t = useTexts(batchCallsTexts);
  const [search, setSearch] = useState('');
  const [state, setState] = useState<BatchContactState | ''>('');
  const asked = { state, search: useDeferredValue(search.trim()), isLive: changes(batch) };
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    batchContactsQuery(batch.id, asked),
  );
  const contacts = data?.pages.flatMap((page) => page.data) ?? [];
  const save = () =>
    readContactsCsv(batch.id).then(
      (csv) => saveFile('batch-call.csv', csv, 'text/csv'),
      (failure: unknown) => notify(t('exportFailed', { reason: toMessage(failure) }), 'error'),
    );
  if (error && !data)
    return <ErrorState title={t('contactsFailed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonList shape="rows" />;
  return (
    <section aria-label={t('contacts')}>
      <ListTools
        searchLabel={t('searchContacts')}
        search={search}
        onSearch={setSearch}
        setCount={state === '' ? 0 : 1}
        end={
          <Button size="small" icon={<Download size={16} />} onClick={() => void save()}>
            {t('export')}
          </Button>
        }
      >
        <SelectMenu<BatchContactState | ''>
          label={t('state')}
          options={[
            { value: '', label: t('anyState') },
            ...contactStates.map((value) => ({ value, label: t(`contact_${value}`) })),
          ]}
          value={state}
          onChange={setState}
        />
      </ListTools>
      {contacts.length === 0 ? (
        <NoMatch
          title={t('noContacts')}
          onClear={() => {
            setSearch('');
            setState('');
          }}
        />
      ) : (
        <ContactTable contacts={contacts} />
      )}
      {hasNextPage && (
        <p className={styles['next']}>
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </p>
      )}
    </section>
  );
}

function ContactTable({ contacts }: { contacts: readonly BatchContact[] }) {
  const t = useTexts(batchCallsTexts);
  return (
    <div className={`${styles['wide']} ${stacking['room']}`}>
      <table className={`${styles['rows']} ${stacking['stacks']}`} aria-label={t('contacts')}>
        <thead>
          <tr>
            <th>{t('phoneNumber')}</th>
            <th>{t('state')}</th>
            <th>{t('tries')}</th>
            <th>{t('calls')}</th>
            <th>{t('next')}</th>
            <th>{t('variables')}</th>
          </tr>
        </thead>
        <tbody>
          {contacts.map((contact) => (
            <ContactRow key={contact.id} contact={contact} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the state alone does not say. */
function remarkOf({ state, outcome, attempts }: BatchContact): string | undefined {
  if (state === 'pending' && outcome) return say(batchCallsTexts, `contact_${outcome}`);
  return state === 'canceled' && attempts === 0 ? say(batchCallsTexts, 'neverCalled') : undefined;
}

function ContactRow({ contact }: { contact: BatchContact }) {
  const t = useTexts(batchCallsTexts);
  const { phoneNumber, timezone, state, error, attempts, nextAt, callIds, variables } = contact;
  const remark = error ?? remarkOf(contact);
  return (
    <tr>
      <td>
        {phoneNumber}
        <small>{timezone}</small>
      </td>
      <td data-label={t('state')}>
        <ContactState state={state} {...(remark !== undefined && { remark })} />
      </td>
      <td data-label={t('tries')}>{attempts}</td>
      <td data-label={t('calls')} data-empty={callIds.length === 0 || undefined}>
        <span>
          {callIds.map((id, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link to={`/calls/${id}`}>{t('openCall', { number: at + 1 })}</Link>
            </span>
          ))}
          {callIds.length === 0 && '–'}
        </span>
      </td>
      <td data-label={t('next')} data-empty={state !== 'pending' || undefined}>
        {state === 'pending' ? momentText(nextAt) : '–'}
      </td>
      <td
        className={styles['long']}
        data-label={t('variables')}
        data-empty={Object.keys(variables).length === 0 || undefined}
      >
        {Object.entries(variables)
          .map(([name, value]) => `${name}: ${value}`)
          .join(', ')}
      </td>
    </tr>
  );
}
