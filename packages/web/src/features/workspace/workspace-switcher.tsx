import { useMutation, useQuery } from '@tanstack/react-query';
import { switchWorkspace } from '@tendril/contract/api/auths';
import { call } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { defaultPath } from '../../kit/state/session-store.ts';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import { profileQuery } from './profile.queries.ts';

/** Which workspace is open, and the way to the others; nothing for who has one only. */
export function WorkspaceSwitcher() {
  const t = useTexts(workspaceTexts);
  const profile = useQuery(profileQuery);
  const move = useMutation({
    mutationFn: (workspaceId: string) => call(switchWorkspace, { body: { workspaceId } }),
    // A full reload, so that nothing of one workspace remains in the other.
    onSuccess: () => window.location.assign(defaultPath),
    onError: (error) => notify(t('switchFailed', { reason: toMessage(error) }), 'error'),
  });
  const workspaces = profile.data?.workspaces ?? [];
  const current = workspaces.find(({ isCurrent }) => isCurrent);
  if (workspaces.length < 2 || !current) return null;
  return (
    <SelectMenu
      label={t('switchWorkspace')}
      options={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
      value={current.id}
      onChange={(id) => id !== current.id && !move.isPending && move.mutate(id)}
    />
  );
}
