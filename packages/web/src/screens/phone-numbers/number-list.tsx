import type { PhoneNumberOverview } from '@tendril/contract/api/phone-number-checks';
import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { type KeyboardEvent, useRef } from 'react';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { editedNumbers, useNumberEdits } from './number-edits-store.ts';
import styles from './number-list.module.css';
import { NumberRow } from './number-row.tsx';

interface NumberListProps {
  records: readonly AssistantPhoneNumber[];
  overviews: ReadonlyMap<string, PhoneNumberOverview>;
  chosenId: string | undefined;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The numbers; arrow keys walk through them. */
export function NumberList({ records, overviews, chosenId }: NumberListProps) {
  const t = useTexts(phoneNumberTexts);
  const edited = useNumberEdits((state) => editedNumbers(state).join(' ')).split(' ');
  const list = useRef<HTMLUListElement>(null);
  const walk = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const from = links.indexOf(document.activeElement as HTMLAnchorElement);
    const next = links[from + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <ul ref={list} className={styles['list']} aria-label={t('numbers')}>
      {records.map((record) => (
        <li key={record.id} onKeyDown={walk}>
          <NumberRow
            record={record}
            overview={overviews.get(record.id)}
            isChosen={record.id === chosenId}
            isEdited={edited.includes(record.id)}
          />
        </li>
      ))}
    </ul>
  );
}
