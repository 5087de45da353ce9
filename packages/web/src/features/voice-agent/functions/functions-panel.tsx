import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { useKeptFocus } from '../../../kit/lib/use-kept-focus.ts';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { FunctionRow } from './function-row.tsx';
import styles from './functions-panel.module.css';
import type { FunctionEditing } from './use-function-editing.tsx';

/** The functions of an agent as rows; the Add menu stands in the head of what holds them. */
export function FunctionsPanel({ editing }: { editing: FunctionEditing }) {
  const t = useTexts(voiceFunctionTexts);
  const { functions, error, reload } = editing.list;
  const panel = useKeptFocus<HTMLDivElement>(functions?.length);
  if (!functions)
    return error ? (
      <p role="alert" className={styles['empty']}>
        {t('loadFailed', { reason: toMessage(error) })}{' '}
        <Button size="small" look="quiet" onClick={reload}>
          {t('retry')}
        </Button>
      </p>
    ) : (
      <p role="status" className={styles['empty']}>
        {t('loading')}
      </p>
    );
  const namesBeside = ({ id }: VoiceFunction) =>
    functions.filter((one) => one.id !== id).map(({ name }) => name);
  return (
    <div ref={panel} tabIndex={-1} className={styles['panel']}>
      {functions.length === 0 && !editing.deleted && <p className={styles['empty']}>{t('empty')}</p>}
      {functions.length > 0 && (
        <ul aria-label={t('functions')}>
          {functions.map((asked) => (
            <FunctionRow key={asked.id} asked={asked} otherNames={namesBeside(asked)} editing={editing} />
          ))}
        </ul>
      )}
      {editing.deleted && (
        <p role="status" className={styles['deleted']}>
          <span>{t('deleted', { name: editing.deleted.asked.name })}</span>
          <Button size="small" look="quiet" onClick={editing.undo}>
            {t('undo')}
          </Button>
        </p>
      )}
    </div>
  );
}
