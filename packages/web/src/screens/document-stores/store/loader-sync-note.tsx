import type { DocumentStore, StoreLoader } from '@tendril/contract/api/document-stores';
import { knowledgeSourcesTexts } from '../../../kit/texts/en/knowledge-sources.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import styles from './loader-table.module.css';

interface LoaderSyncNoteProps {
  sync: DocumentStore['syncs'][number];
  loader: StoreLoader;
  /** Opens what the sync did, where it is decided about files that are gone. */
  onShow: () => void;
}

/** What a person has to know of a source's last sync: that it waits for their decision, or failed. */
export function LoaderSyncNote({
  sync: { lastState, note },
  loader: { loaderName },
  onShow,
}: LoaderSyncNoteProps) {
  const t = useTexts(knowledgeSourcesTexts);
  const isHeld = lastState === 'held';
  return (
    <div className={styles['why']} data-soft={isHeld || undefined} role="alert">
      <span>
        {t(isHeld ? 'heldNote' : 'failedState')} {note}
      </span>
      <Button
        size="small"
        aria-label={t(isHeld ? 'decideFor' : 'showSyncOf', { name: loaderName })}
        onClick={onShow}
      >
        {t(isHeld ? 'decide' : 'showSync')}
      </Button>
    </div>
  );
}

/** The sync of a loader, if a person has to know how it ended. */
export function notableSync(
  { syncs }: DocumentStore,
  { id }: StoreLoader,
): DocumentStore['syncs'][number] | undefined {
  return syncs.find(
    ({ loaderId, lastState }) => loaderId === id && (lastState === 'held' || lastState === 'failed'),
  );
}
