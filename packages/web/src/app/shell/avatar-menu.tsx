import { logout } from '@tendril/contract/api/auths';
import { LogOut, UserRound } from 'lucide-react';
import { useExportImport } from '../../features/export-import/use-export-import.tsx';
import { openWorkspace } from '../../features/workspace/workspace-store.ts';
import { call } from '../../kit/api/call.ts';
import { endSession } from '../../kit/api/end-session.ts';
import { useSession } from '../../kit/state/session-store.ts';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu, type MenuAction } from '../../kit/ui/action-menu.tsx';
import styles from './avatar-menu.module.css';

/** The person's initials, which open a menu with name, email and, when signed in, Logout. */
export function AvatarMenu() {
  const t = useTexts(shellTexts);
  const user = useSession((session) => session.user);
  const bundles = useExportImport();
  const actions: MenuAction[] = [
    ...(user
      ? [{ id: 'profile', label: t('profile'), Icon: UserRound, onSelect: () => openWorkspace() }]
      : []),
    ...bundles.actions,
    ...(user ? [{ id: 'logout', label: t('logout'), Icon: LogOut, onSelect: signOut }] : []),
  ];
  return (
    <>
      {bundles.dialogs}
      <ActionMenu
        label={t('account')}
        actions={actions}
        head={
          user && (
            <div className={styles['person']}>
              <strong>{user.name}</strong>
              <span>{user.email}</span>
            </div>
          )
        }
        renderButton={(props) => (
          <button
            type="button"
            {...props}
            aria-label={`${t('account')} ${initials(user?.name ?? '')}`}
            className={styles['avatar']}
          >
            {initials(user?.name ?? '')}
          </button>
        )}
      />
    </>
  );
}

// This browser forgets the user even if the server cannot be reached.
async function signOut(): Promise<void> {
  const answer = await call(logout).catch(() => undefined);
  endSession('logout', answer?.providerUrl);
}

/** Up to two initials: of the first and last word, or the first two letters of a single word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters =
    words.length > 1
      ? [words[0], words.at(-1)].map((word) => [...(word ?? '')][0])
      : [...(words[0] ?? '')].slice(0, 2);
  return letters.join('').toUpperCase();
}
