import type { ContactFilePreview } from '@tendril/contract/api/batch-calls';
import tables from '../../features/voice/plain-table.module.css';
import stacking from '../../kit/lists/stacking-table.module.css';
import { batchCallsTexts } from '../../kit/texts/en/batch-calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { SwitchField } from '../../kit/ui/switch.tsx';
import styles from './batch-calls.module.css';

interface FilePreviewProps {
  preview: ContactFilePreview;
  skipsFaulty: boolean;
  onSkip: (skipsFaulty: boolean) => void;
}

const shownContacts = 5;

/** Who would be called, who would not, and which rows have a problem. */
export function FilePreview({ preview, skipsFaulty, onSkip }: FilePreviewProps) {
  const t = useTexts(batchCallsTexts);
  const { contacts, duplicates, doNotCall, faulty, problems } = preview;
  return (
    <div className={styles['preview']}>
      <p className={styles['figures']} role="status">
        <b>{t('willCall', { count: contacts })}</b>
        {duplicates > 0 && <span>{t('duplicates', { count: duplicates })}</span>}
        {doNotCall > 0 && <span>{t('listed', { count: doNotCall })}</span>}
        {faulty > 0 && <span className={styles['fault']}>{t('faulty', { count: faulty })}</span>}
      </p>
      {faulty > 0 && (
        <>
          <Problems problems={problems} />
          <SwitchField
            label={t('skipFaulty')}
            hint={t('skipFaultyHelp')}
            isOn={skipsFaulty}
            onChange={onSkip}
          />
        </>
      )}
      {preview.sample.length > 0 && <Sample preview={preview} />}
    </div>
  );
}

function Problems({ problems }: Pick<ContactFilePreview, 'problems'>) {
  const t = useTexts(batchCallsTexts);
  return (
    <div className={`${styles['scroll']} ${stacking['room']}`}>
      <table className={`${tables['rows']} ${stacking['stacks']}`} aria-label={t('problems')}>
        <thead>
          <tr>
            <th>{t('line')}</th>
            <th>{t('column')}</th>
            <th>{t('problem')}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ line, column, message }) => (
            <tr key={`${line} ${column}`}>
              <td data-label={t('line')}>{line}</td>
              <td data-label={t('column')}>{column}</td>
              <td className={tables['long']} data-label={t('problem')}>
                {message}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Sample({ preview: { sample } }: Pick<FilePreviewProps, 'preview'>) {
  const t = useTexts(batchCallsTexts);
  const names = [...new Set(sample.flatMap(({ variables }) => Object.keys(variables)))];
  return (
    <div className={`${styles['scroll']} ${stacking['room']}`}>
      <table className={`${tables['rows']} ${stacking['stacks']}`} aria-label={t('preview')}>
        <thead>
          <tr>
            <th>{t('phoneNumber')}</th>
            <th>{t('timezone')}</th>
            {names.map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.slice(0, shownContacts).map(({ line, phoneNumber, timezone, variables }) => (
            <tr key={line}>
              <td>{phoneNumber}</td>
              <td data-label={t('timezone')}>{timezone}</td>
              {names.map((name) => (
                <td key={name} data-label={name}>
                  {variables[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
