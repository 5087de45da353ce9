import { randomUUID } from 'node:crypto';
import type { Call, CallAnalysis, TranscriptLine } from '@tendril/contract/api/calls';
import { AppError } from '@tendril/contract/app-error';
import type { Database, DatabaseTransaction } from '../platform/db/schema.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { CallTable } from '../platform/db/voice-tables.ts';

/** The row of a call that has just ended, before its analysis. */
export function endedCallRow(scope: Scope, said: readonly TranscriptLine[]): CallTable {
  return {
    id: randomUUID(),
    workspaceId: scope.workspaceId,
    agentId: 'agent_1',
    agentName: 'Front Desk',
    agentVersion: 1,
    versionId: null,
    channel: 'text',
    kind: 'web',
    direction: 'inbound',
    fromNumber: '',
    toNumber: '',
    status: 'ended',
    startedAt: 1000,
    endedAt: 61_000,
    durationMs: 60_000,
    disconnectionReason: 'user_hangup',
    isDemo: 0,
    isPrivate: said.length === 0 ? 1 : 0,
    hasRecording: 0,
    isSigned: 0,
    costUsd: 0.1,
    e2eP50Ms: null,
    e2eP95Ms: null,
    isSuccessful: null,
    tokenHash: null,
    createdAt: 1000,
    variables: '{}',
    collectedVariables: '{}',
    metadata: '{}',
    latency: '{}',
    analysis: null,
    transcript: JSON.stringify(said),
    ownerId: null,
    given: null,
    holder: null,
  };
}

/** Calls read directly from their table; an analysis is written once. */
export function storedCalls(db: Database) {
  const find = (from: Database | DatabaseTransaction, scope: Scope, id: string) =>
    from
      .selectFrom('call')
      .selectAll()
      .where('workspaceId', '=', scope.workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();

  return {
    async read(scope: Scope, id: string): Promise<Call> {
      const row = await find(db, scope, id);
      if (!row) throw new AppError('NOT_FOUND', 'There is no such call.');
      return storedCall(row);
    },

    async saveAnalysis(
      trx: DatabaseTransaction,
      scope: Scope,
      id: string,
      analysis: CallAnalysis,
      costUsd: number,
    ): Promise<Call | undefined> {
      const row = await find(trx, scope, id);
      if (!row || row.analysis !== null) return undefined;
      const changes = { analysis: JSON.stringify(analysis), costUsd: row.costUsd + costUsd };
      await trx.updateTable('call').set(changes).where('id', '=', id).execute();
      return storedCall({ ...row, ...changes });
    },
  };
}

/** A row as other features see it. */
export function storedCall(row: CallTable): Call {
  const { variables, collectedVariables, metadata, latency, transcript, analysis, ...others } = row;
  const { costParts: _parts, facts: _facts, ...rest } = others;
  return {
    ...rest,
    disconnectionReason: rest.disconnectionReason as Call['disconnectionReason'],
    isDemo: rest.isDemo === 1,
    recordingUrl: null,
    variables: JSON.parse(variables) as Call['variables'],
    collectedVariables: JSON.parse(collectedVariables) as Call['collectedVariables'],
    metadata: JSON.parse(metadata) as Call['metadata'],
    latency: JSON.parse(latency) as Call['latency'],
    transcript: JSON.parse(transcript) as Call['transcript'],
    analysis: analysis === null ? null : (JSON.parse(analysis) as CallAnalysis),
  };
}
