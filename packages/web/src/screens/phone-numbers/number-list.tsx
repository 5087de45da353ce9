import type { PhoneNumberOverview } from '@tendril/contract/api/phone-number-checks';
import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { Monitor } from 'lucide-react';
import { Flag } from '../../features/phone/flag.tsx';
import { ListTools } from '../../kit/lists/list-tools.tsx';
import { NoMatch } from '../../kit/lists/no-match.tsx';
import { SideList } from '../../kit/lists/side-list.tsx';
import { useSelection } from '../../kit/lists/use-selection.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { AddNumberMenu } from './add-number-menu.tsx';
import { editedNumbers, useNumberEdits } from './number-edits-store.ts';
import { numberName } from './number-name.ts';
import { NumberRow } from './number-row.tsx';
import styles from './phone-numbers-screen.module.css';
import { useBulkActions } from './use-bulk-actions.ts';
import { useNumberFilter } from './use-number-filter.ts';

interface NumberListProps {
  records: readonly AssistantPhoneNumber[];
  overviews: ReadonlyMap<string, PhoneNumberOverview>;
  openId: string | undefined;
  onOpen: (id: string | null) => void;
}

/** The numbers with their search, and what can be done with several at once. */
export function NumberList({ records, overviews, openId, onOpen }: NumberListProps) {
  const t = useTexts(phoneNumberTexts);
  const edited = useNumberEdits((state) => editedNumbers(state).join(' ')).split(' ');
  const { search, setSearch, shown, clear } = useNumberFilter(records, overviews);
  const selection = useSelection(shown);
  const actions = useBulkActions({
    records: shown.filter(({ id }) => selection.ids.has(id)),
    onDone: selection.clear,
    onDeleted: (ids) => openId !== undefined && ids.includes(openId) && onOpen(null),
  });
  return (
    <>
      <div className={styles['tools']}>
        <ListTools
          searchLabel={t('search')}
          search={search}
          onSearch={setSearch}
          act={<AddNumberMenu onAdded={onOpen} />}
          bulk={{ count: selection.ids.size, actions, onClear: selection.clear }}
        />
      </div>
      {shown.length === 0 ? (
        <NoMatch title={t('noMatch', { search: search.trim() })} onClear={clear} />
      ) : (
        <div className={styles['rows']}>
          <SideList
            label={t('numbers')}
            rows={shown}
            selection={selection}
            openId={openId}
            nameOf={(record) => numberName(record, overviews.get(record.id))}
            linkOf={({ id }) => `?number=${id}`}
            tileOf={({ id, phoneNumber }) =>
              phoneNumber === '' ? (
                <Monitor size={20} strokeWidth={1.75} />
              ) : (
                <Flag country={overviews.get(id)?.country ?? null} />
              )
            }
          >
            {(record) => (
              <NumberRow
                record={record}
                overview={overviews.get(record.id)}
                isEdited={edited.includes(record.id)}
              />
            )}
          </SideList>
        </div>
      )}
    </>
  );
}
