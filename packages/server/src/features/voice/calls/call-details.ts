import type { CallCost } from '@tendril/contract/api/call-details';
import { AppError } from '@tendril/contract/app-error';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import type { VoiceAgents } from '../voice-agents/public.ts';
import { costParts, keptParts } from './cost-parts.ts';

interface DetailParts {
  agents: Pick<VoiceAgents, 'snapshot'>;
  /** Throws NOT_FOUND. */
  require(scope: Scope, id: string): Promise<CallTable>;
  events(scope: Scope, id: string): Promise<LoggedCallEvent[]>;
}

/** What is computed of a stored call when somebody looks at it. */
export function callDetails({ agents, require, events }: DetailParts) {
  async function snapshotOf(row: CallTable): Promise<VoiceAgentSnapshot | undefined> {
    try {
      return (await agents.snapshot(row, row.agentId, row.versionId ?? 'draft')).snapshot;
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }

  return {
    async cost(scope: Scope, id: string): Promise<CallCost> {
      const row = await require(scope, id);
      const kept = keptParts(row);
      if (kept) return kept;
      const [logged, snapshot] = [await events(scope, id), await snapshotOf(row)];
      return costParts({ row, modelUsd: row.costUsd, events: logged, snapshot });
    },
  };
}
