import { AppError, type ErrorDetail } from '@tendril/contract/app-error';
import type { AgentChoice } from '@tendril/contract/voice/phone-number';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { refuseTarget } from './phone-targets.ts';

/** What numbers ask of the workspace's voice agents. */
export interface NumberAgents {
  list(scope: Scope): Promise<{ id: string; agentName: string }[]>;
  hasVersion(scope: Scope, agentId: string, versionId: string): Promise<boolean>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Checks that what the sent fields of a number refer to exists. Throws INVALID_INPUT by the field. */
export function numberReferences(db: Database, agents: NumberAgents) {
  async function agentProblems(scope: Scope, changes: Fields): Promise<ErrorDetail[]> {
    const chosen = [...namedAgents(changes)];
    if (chosen.length === 0) return [];
    const present = new Set((await agents.list(scope)).map(({ id }) => id));
    const problems: ErrorDetail[] = [];
    for (const { path, agentId, versionId } of chosen) {
      if (!present.has(agentId))
        problems.push({ path: `${path}agentId`, message: 'is not a voice agent of this workspace' });
      else if (versionId && !(await agents.hasVersion(scope, agentId, versionId)))
        problems.push({ path: `${path}versionId`, message: 'is not a version of this agent' });
    }
    return problems;
  }

  async function secretProblems({ workspaceId }: Scope, changes: Fields): Promise<ErrorDetail[]> {
    const id = (changes['connection'] as { credentialId?: string } | null | undefined)?.credentialId;
    if (!id) return [];
    const row = await db
      .selectFrom('credential')
      .select('id')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row ? [] : [{ path: 'connection.credentialId', message: 'is not a secret of this workspace' }];
  }

  return async (scope: Scope, changes: Fields, phoneNumber: unknown): Promise<void> => {
    const details = [
      ...(await agentProblems(scope, changes)),
      ...(await secretProblems(scope, changes)),
      ...(await fallbackProblems(changes['fallbackNumber'], phoneNumber)),
    ];
    const [first] = details;
    if (first) throw new AppError('INVALID_INPUT', `${first.path}: ${first.message}`, { details });
  };
}

async function fallbackProblems(fallback: unknown, phoneNumber: unknown): Promise<ErrorDetail[]> {
  if (typeof fallback !== 'string' || fallback === '') return [];
  const message =
    fallback === phoneNumber ? 'must be another number than this one' : await refuseTarget(fallback);
  return message ? [{ path: 'fallbackNumber', message }] : [];
}

function* namedAgents(changes: Fields): Generator<AgentChoice & { path: string }> {
  for (const list of ['inboundAgents', 'outboundAgents'] as const) {
    const shares = (changes[list] ?? []) as AgentChoice[];
    for (const [index, { agentId, versionId }] of shares.entries())
      yield { path: `${list}.${index}.`, agentId, versionId };
  }
  const after = changes['afterHoursAgent'] as AgentChoice | null | undefined;
  if (after) yield { path: 'afterHoursAgent.', agentId: after.agentId, versionId: after.versionId };
}
