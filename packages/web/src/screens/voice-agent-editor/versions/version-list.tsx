import type { AgentVersion } from '@tendril/contract/api/voice-agents';
import { relativeTime } from '../../../kit/lib/relative-time.ts';
import { voiceVersionTexts } from '../../../kit/texts/en/voice-versions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { draftId } from './agent-versions.queries.ts';
import styles from './versions.module.css';

interface VersionListProps {
  versions: readonly AgentVersion[];
  isDraftChanged: boolean;
  chosenId: string;
  onChoose: (id: string) => void;
}

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** The draft on top, then the published versions, newest first. */
export function VersionList({ versions, isDraftChanged, chosenId, onChoose }: VersionListProps) {
  const t = useTexts(voiceVersionTexts);
  return (
    <ul className={styles['list']} aria-label={t('list')}>
      <li>
        <button type="button" aria-pressed={chosenId === draftId} onClick={() => onChoose(draftId)}>
          <b>{t('draft')}</b>
          <small>{t(versions.length > 0 && !isDraftChanged ? 'draftSame' : 'draftChanged')}</small>
        </button>
      </li>
      {versions.map(({ id, number, note, author, createdAt, isLive }) => (
        <li key={id}>
          <button type="button" aria-pressed={chosenId === id} onClick={() => onChoose(id)}>
            <b>
              {t('version', { number })}
              {isLive && <i>{t('live')}</i>}
            </b>
            {note && <span>{note}</span>}
            <small title={exact.format(createdAt)}>
              {author ? t('byWhen', { author, when: relativeTime(createdAt) }) : relativeTime(createdAt)}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}
