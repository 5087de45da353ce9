import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { shareTexts } from '../../kit/texts/en/share.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import type { ShareAccess } from './share-access.ts';
import styles from './share-dialog.module.css';
import { useShareSettings } from './share-keys.queries.ts';

/** Shows that visitors cannot access the flow, and offers to make it public. */
export function PublicNotice({ flowId, access }: { flowId: string; access: ShareAccess }) {
  const t = useTexts(shareTexts);
  const save = useShareSettings(flowId);
  if (access.isPublic && !access.isBound) return null;
  return (
    <div className={styles['notice']}>
      <span>{t(access.isPublic ? 'boundHelp' : 'needsPublic')}</span>
      {!access.isPublic && !access.isBound && (
        <Button
          size="small"
          isBusy={save.isPending}
          onClick={() =>
            save.mutate(
              { isPublic: true },
              { onSuccess: () => notify(t('madePublic'), 'success'), onError: notifyError },
            )
          }
        >
          {t('makePublic')}
        </Button>
      )}
    </div>
  );
}
