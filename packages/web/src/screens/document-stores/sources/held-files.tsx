import type { SourceSync } from '@tendril/contract/api/source-sync';
import { knowledgeSourcesTexts } from '../../../kit/texts/en/knowledge-sources.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { PermittedButton } from '../../../kit/ui/permitted-button.tsx';
import type { SyncChanges } from './source-sync.queries.ts';
import styles from './sync-dialog.module.css';

interface HeldFilesProps {
  held: NonNullable<SourceSync['held']>;
  /** A sync is under way: it may find other files gone. */
  isBusy: boolean;
  decide: SyncChanges['decide'];
}

/** Files that are gone from the source in such number that a person decides about them. */
export function HeldFiles({ held: { files: count, of }, isBusy, decide }: HeldFilesProps) {
  const t = useTexts(knowledgeSourcesTexts);
  return (
    <section className={styles['held']}>
      <h3>{t('heldTitle', { count, of })}</h3>
      <p>{t('heldText')}</p>
      <div className={styles['row']}>
        <PermittedButton
          needs="knowledge:edit"
          look="danger"
          isBusy={isBusy || decide.isPending}
          onClick={() => decide.mutate('delete')}
        >
          {t('deleteHeld', { count })}
        </PermittedButton>
        <PermittedButton
          needs="knowledge:edit"
          isBusy={isBusy || decide.isPending}
          onClick={() => decide.mutate('keep')}
        >
          {t('keepHeld')}
        </PermittedButton>
      </div>
    </section>
  );
}
