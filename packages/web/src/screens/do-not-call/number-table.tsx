import type { DoNotCallEntry } from '@tendril/contract/api/do-not-call';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import { useRemoveDoNotCall } from '../../features/voice/do-not-call.queries.ts';
import styles from '../../features/voice/plain-table.module.css';
import { toMessage } from '../../kit/lib/to-message.ts';
import { Age } from '../../kit/lists/age.tsx';
import stacking from '../../kit/lists/stacking-table.module.css';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { doNotCallTexts } from '../../kit/texts/en/do-not-call.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { PermittedIconButton } from '../../kit/ui/permitted-icon-button.tsx';

/** The numbers as rows; each can be taken off the list. */
export function NumberTable({ entries }: { entries: readonly DoNotCallEntry[] }) {
  const t = useTexts(doNotCallTexts);
  const removing = useRemoveDoNotCall();
  const remove = async (number: string) => {
    const question = { title: t('removeTitle'), description: t('removeText', { number }) };
    if (!(await confirm({ ...question, confirmText: t('removeNow'), isDanger: true }))) return;
    removing.mutate([number], {
      onSuccess: () => notify(t('removed', { number }), 'success'),
      onError: (error) => notify(t('changeFailed', { reason: toMessage(error) }), 'error'),
    });
  };
  return (
    <div className={`${styles['wide']} ${stacking['room']}`}>
      <table className={`${styles['rows']} ${stacking['stacks']}`} aria-label={t('table')}>
        <thead>
          <tr>
            <th>{t('number')}</th>
            <th>{t('reason')}</th>
            <th>{t('note')}</th>
            <th>{t('added')}</th>
            <th>
              <span className="visually-hidden">{t('removeNow')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ phoneNumber, reason, note, callId, createdAt }) => (
            <tr key={phoneNumber}>
              <td>{phoneNumber}</td>
              <td data-label={t('reason')}>
                {callId === null ? (
                  t(`reason_${reason}`)
                ) : (
                  <Link to={`/calls/${callId}`}>{t(`reason_${reason}`)}</Link>
                )}
              </td>
              <td className={styles['long']} data-label={t('note')} data-empty={note === '' || undefined}>
                {note}
              </td>
              <td data-label={t('added')}>
                <Age at={createdAt} />
              </td>
              <td>
                <PermittedIconButton
                  needs="calls:dial"
                  size="small"
                  label={t('remove', { number: phoneNumber })}
                  onClick={() => void remove(phoneNumber)}
                >
                  <X size={16} />
                </PermittedIconButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
