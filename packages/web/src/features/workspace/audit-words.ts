import type { AuditEntry } from '@tendril/contract/api/audit';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { i18n, say } from '../../kit/texts/texts.ts';

/** What an entry says was done: our words for an action of ours, else the route's own sentence. */
export function actionWords(action: string): string {
  if (/^[a-z-]+$/.test(action) && i18n.exists(action, { ns: workspaceTexts.namespace }))
    return i18n.t(action, { ns: workspaceTexts.namespace });
  // What stands after a semicolon is for those who program against the route.
  return (action.split(';')[0] ?? action).replace(/\.$/, '');
}

type Actor = Pick<AuditEntry['actor'], 'kind' | 'name'>;

/** Who did it, by name as far as one is known. */
export function actorWords({ kind, name }: Actor): string {
  if (kind === 'system') return say(workspaceTexts, 'tendril');
  if (kind === 'key')
    return name ? say(workspaceTexts, 'keyActor', { name }) : say(workspaceTexts, 'goneKey');
  return name || say(workspaceTexts, 'goneUser');
}

/** The same for an actor as the filter names it: "user:…", "key:…" or "system". */
export function actorChoice({ value, name }: { value: string; name: string | null }): string {
  const kind = value.startsWith('user:') ? 'user' : value.startsWith('key:') ? 'key' : 'system';
  return actorWords({ kind, name });
}
