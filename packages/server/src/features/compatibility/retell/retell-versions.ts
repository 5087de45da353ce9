import type { RetellVersion } from '@tendril/contract/api/retell-pages';
import type { AgentVersion } from '@tendril/contract/api/voice-agents';
import { AppError } from '@tendril/contract/app-error';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { AgentVersions, VoiceAgents } from '../../voice/voice-agents/public.ts';
import { retellRecordStore } from './retell-records.store.ts';

export interface RetellVersionParts {
  db: Database;
  agents: VoiceAgents;
  versions: AgentVersions;
}

/** A version with the number that Retell would give it. */
interface NumberedVersion {
  /** Null for the draft. */
  id: string | null;
  version: number;
  isPublished: boolean;
  modifiedAt: number;
  note: string;
}

export type RetellVersions = ReturnType<typeof retellVersions>;

/** Versions as Retell counts them: from 0, and the draft is the one after the last. */
export function retellVersions({ db, agents, versions }: RetellVersionParts) {
  const records = retellRecordStore(db);

  /** Newest first: the draft, then the stored versions. */
  async function list(scope: Scope, agentId: string): Promise<NumberedVersion[]> {
    const { data } = await versions.list(scope, agentId);
    const draft = {
      id: null,
      version: data[0]?.number ?? 0,
      isPublished: false,
      modifiedAt: await records.updatedAt('voice_agent', scope, agentId),
      note: '',
    };
    return [draft, ...data.map(toNumbered)];
  }

  async function find(
    scope: Scope,
    agentId: string,
    wanted: RetellVersion = 'latest',
  ): Promise<NumberedVersion> {
    const found = (await list(scope, agentId)).find(isWanted(wanted));
    if (!found) throw new AppError('NOT_FOUND', `The agent has no version ${wanted}.`);
    return found;
  }

  return {
    list,
    find,

    /** The same; empty for an agent that does not exist. */
    listOrNone: (scope: Scope, agentId: string): Promise<NumberedVersion[]> =>
      list(scope, agentId).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return [];
        throw error;
      }),

    /** The draft, if that is what is meant. Throws INVALID_INPUT for another version. */
    async requireDraft(
      scope: Scope,
      agentId: string,
      wanted: RetellVersion | undefined,
      path: string,
    ): Promise<NumberedVersion> {
      const found = await find(scope, agentId, wanted);
      if (found.id === null) return found;
      const message = 'is not the draft: a version does not change';
      throw new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
    },

    async snapshot(
      scope: Scope,
      agentId: string,
      wanted?: RetellVersion,
    ): Promise<{ snapshot: VoiceAgentSnapshot; facts: NumberedVersion }> {
      const facts = await find(scope, agentId, wanted);
      const { snapshot } = await agents.snapshot(scope, agentId, facts.id ?? 'draft');
      return { snapshot, facts };
    },
  };
}

/** Versions are searched newest first, starting with the draft. */
function isWanted(wanted: RetellVersion): (one: NumberedVersion) => boolean {
  if (wanted === 'latest') return ({ id }) => id === null;
  if (wanted === 'latest_published') return ({ isPublished }) => isPublished;
  return ({ version }) => version === wanted;
}

function toNumbered({ id, number, kind, createdAt, note }: AgentVersion): NumberedVersion {
  return { id, version: number - 1, isPublished: kind === 'published', modifiedAt: createdAt, note };
}
