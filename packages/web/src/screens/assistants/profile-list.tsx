import { useQuery } from '@tanstack/react-query';
import type { AssistantProfile } from '@tendril/contract/api/assistant-profiles';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { MoreMenu } from '../../kit/lists/more-menu.tsx';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { assistantProfilesTexts } from '../../kit/texts/en/assistant-profiles.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { assistantProfilesQuery, useDeleteProfile } from './assistant-profiles.queries.ts';
import { ProfileDialog } from './profile-dialog.tsx';
import { toProfileForm } from './profile-form.ts';
import styles from './profile-list.module.css';

/** The assistant profiles of the workspace, to look at, add, edit and delete. */
export function ProfileList() {
  const t = useTexts(assistantProfilesTexts);
  const titleId = useId();
  const { data, error, refetch } = useQuery(assistantProfilesQuery);
  const [edited, setEdited] = useState<AssistantProfile | 'new' | null>(null);
  return (
    <section className={styles['profiles']} aria-labelledby={titleId}>
      <header className={styles['head']}>
        <h2 id={titleId}>{t('title')}</h2>
        <p>{t('help')}</p>
        <Button icon={<Plus size={18} />} onClick={() => setEdited('new')}>
          {t('add')}
        </Button>
      </header>
      {!data && error && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className={styles['none']}>{t('empty')}</p>}
      {data && data.length > 0 && (
        <ul className={styles['rows']}>
          {data.map((profile) => (
            <ProfileRow key={profile.id} profile={profile} onEdit={() => setEdited(profile)} />
          ))}
        </ul>
      )}
      {edited && (
        <ProfileDialog stored={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      )}
    </section>
  );
}

function ProfileRow({ profile, onEdit }: { profile: AssistantProfile; onEdit: () => void }) {
  const t = useTexts(assistantProfilesTexts);
  const fields = toProfileForm(profile);
  const name = fields.name || t('unnamed');
  const remove = useAskToDelete(profile.id, name);
  return (
    <li>
      <button type="button" onClick={onEdit}>
        {name}
      </button>
      <span>{fields.description}</span>
      <MoreMenu
        name={name}
        actions={[
          { id: 'edit', label: t('edit'), Icon: Pencil, needs: 'assistants:edit', onSelect: onEdit },
          {
            id: 'delete',
            label: t('delete'),
            Icon: Trash2,
            needs: 'assistants:edit',
            isDanger: true,
            onSelect: () => void remove(),
          },
        ]}
      />
    </li>
  );
}

function useAskToDelete(id: string, name: string) {
  const t = useTexts(assistantProfilesTexts);
  const deletion = useDeleteProfile();
  return async () => {
    const isSure = await confirm({
      title: t('delete'),
      description: t('deleteQuestion', { name }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return;
    deletion.mutate(id, { onSuccess: () => notify(t('deleted'), 'success'), onError: notifyError });
  };
}
