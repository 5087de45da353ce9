import type { FlowVersion } from '@tendril/contract/api/flow-versions';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { versionsTexts } from '../../kit/texts/en/versions.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { VersionNote } from './version-note.tsx';
import styles from './versions-view.module.css';

interface VersionRowProps {
  flowId: string;
  version: FlowVersion;
  isChosen: boolean;
  onToggle: () => void;
}

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const kinds = { autosave: 'autosave', checkpoint: 'checkpoint', published: 'publishedKind' } as const;

/** One version of the list: number, what it is, note, who and when; its box chooses it for comparing. */
export function VersionRow({ flowId, version, isChosen, onToggle }: VersionRowProps) {
  const t = useTexts(versionsTexts);
  const { number, kind, author, createdAt, isDraft, isLive } = version;
  return (
    <li className={styles['row']} data-chosen={isChosen || undefined}>
      <input type="checkbox" checked={isChosen} aria-label={t('choose', { number })} onChange={onToggle} />
      <div>
        <div className={styles['line']}>
          <button type="button" className={styles['number']} onClick={onToggle} tabIndex={-1}>
            {t('version', { number })}
          </button>
          {isLive && <span className={styles['live']}>{t('live')}</span>}
          {isDraft && <span className={styles['draft']}>{t('draft')}</span>}
          <span className={styles['kind']}>{t(kinds[kind])}</span>
        </div>
        <VersionNote flowId={flowId} version={version} />
        <div className={styles['small']}>
          {author && <span>{t('by', { author })}</span>}
          <time dateTime={new Date(createdAt).toISOString()} title={exact.format(createdAt)}>
            {relativeTime(createdAt)}
          </time>
        </div>
      </div>
    </li>
  );
}
