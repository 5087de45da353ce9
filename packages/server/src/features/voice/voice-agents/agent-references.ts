import { AppError, type ErrorDetail } from '@tendril/contract/app-error';
import type { AgentBrain, VoiceAgentSettings, VoiceLlmFields } from '@tendril/contract/voice/voice-agent';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

export interface ReferenceParts {
  db: Database;
  isVoice(scope: Scope, voiceId: string): Promise<boolean>;
}

export type AgentReferences = ReturnType<typeof agentReferences>;

/** Checks that what an agent refers to exists in the same workspace. Each check throws INVALID_INPUT by the field. */
export function agentReferences({ db, isVoice }: ReferenceParts) {
  const has = async (table: 'flow' | 'document_store' | 'credential', { workspaceId }: Scope, id: string) =>
    (await db
      .selectFrom(table)
      .select('id')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined;

  async function brainProblem(scope: Scope, brain: AgentBrain): Promise<ErrorDetail[]> {
    if (brain.type !== 'flow') return [];
    const { flowId, versionId } = brain;
    if (!(await has('flow', scope, flowId)))
      return [{ path: 'brain.flowId', message: 'is not a flow of this workspace' }];
    if (versionId === null) return [];
    const version = await db
      .selectFrom('flow_version')
      .select('id')
      .where('workspaceId', '=', scope.workspaceId)
      .where('flowId', '=', flowId)
      .where('id', '=', versionId)
      .executeTakeFirst();
    return version ? [] : [{ path: 'brain.versionId', message: 'is not a version of this flow' }];
  }

  async function voiceProblem(scope: Scope, voiceId: string, path: string): Promise<ErrorDetail[]> {
    if (await isVoice(scope, voiceId)) return [];
    return [{ path, message: `"${voiceId}" is not a voice of the catalogue or of this workspace` }];
  }

  return {
    async checkVoice(scope: Scope, voiceId: string | undefined): Promise<void> {
      if (voiceId !== undefined) refuse(await voiceProblem(scope, voiceId, 'voiceId'));
    },

    async checkSettings(scope: Scope, changes: Partial<VoiceAgentSettings>): Promise<void> {
      const { brain, fallbackVoiceIds, timezone } = changes;
      if (brain) refuse(await brainProblem(scope, brain));
      for (const [index, voiceId] of (fallbackVoiceIds ?? []).entries())
        refuse(await voiceProblem(scope, voiceId, `fallbackVoiceIds.${index}`));
      if (timezone !== undefined && !isTimezone(timezone))
        refuse([{ path: 'timezone', message: 'must be a time zone such as Europe/Berlin' }]);
    },

    async checkLlm(scope: Scope, changes: Partial<VoiceLlmFields>): Promise<void> {
      const { credentialId, knowledgeBaseIds, functions } = changes;
      if (credentialId && credentialId !== 'demo' && !(await has('credential', scope, credentialId)))
        refuse([{ path: 'credentialId', message: 'is not a secret of this workspace' }]);
      for (const [index, id] of (knowledgeBaseIds ?? []).entries())
        if (!(await has('document_store', scope, id)))
          refuse([
            {
              path: `knowledgeBaseIds.${index}`,
              message: `"${id}" is not a knowledge base of this workspace`,
            },
          ]);
      const ids = (functions ?? []).map(({ id }) => id);
      const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
      if (twice >= 0) refuse([{ path: `functions.${twice}.id`, message: 'stands twice in the list' }]);
    },
  };
}

function refuse(details: ErrorDetail[]): void {
  const [first] = details;
  if (first) throw new AppError('INVALID_INPUT', `${first.path}: ${first.message}`, { details });
}

// The runtime accepts offsets such as "+02:00", but they are no time zone and know no daylight saving.
function isTimezone(timeZone: string): boolean {
  if (!/^[A-Za-z]/.test(timeZone)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
    return true;
  } catch {
    return false;
  }
}
