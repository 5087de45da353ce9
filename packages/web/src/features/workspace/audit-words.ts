import type { AuditEntry } from '@tendril/contract/api/audit';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { say } from '../../kit/texts/texts.ts';

type Actor = Pick<AuditEntry['actor'], 'kind' | 'name'>;

/** Who did it, by name if it is known. */
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
