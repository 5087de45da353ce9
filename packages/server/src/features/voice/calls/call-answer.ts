import type { Call, CallAnalysis, CallFacts, CallLatency, TranscriptLine } from '@tendril/contract/api/calls';
import type { PhoneLineState } from '@tendril/contract/call-event';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { keptParts } from './cost-parts.ts';

/** A call as lists, hooks and other features see it. `recordingUrl` builds the address of a recording. */
export function toCall(row: CallTable, recordingUrl: (row: CallTable) => string): Call {
  return {
    id: row.id,
    agentId: row.agentId,
    agentName: row.agentName,
    agentVersion: row.agentVersion,
    channel: row.channel,
    kind: row.kind,
    direction: row.direction,
    fromNumber: row.fromNumber,
    toNumber: row.toNumber,
    status: row.status,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    durationMs: row.durationMs,
    disconnectionReason: row.disconnectionReason as Call['disconnectionReason'],
    isDemo: row.isDemo === 1,
    variables: read<Record<string, string>>(row.variables),
    collectedVariables: read<Record<string, string>>(row.collectedVariables),
    metadata: read<Record<string, unknown>>(row.metadata),
    transcript: read<TranscriptLine[]>(row.transcript),
    latency: read<CallLatency>(row.latency),
    costUsd: row.costUsd,
    ...(keptParts(row) && { costParts: keptParts(row)?.parts }),
    ...(row.facts != null && { facts: read<CallFacts>(row.facts) }),
    ...(hasUnknownCost(row) && { hasUnknownCost: true }),
    recordingUrl: row.hasRecording === 1 ? recordingUrl(row) : null,
    analysis: row.analysis === null ? null : read<CallAnalysis>(row.analysis),
    ...(row.carrier != null && {
      line: {
        state: (row.lineState ?? 'ended') as PhoneLineState,
        carrier: row.carrier,
        carrierCallId: row.carrierCallId ?? '',
      },
    }),
    createdAt: row.createdAt,
  };
}

function read<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** Of a spoken call from before its parts were kept, the model's cost alone is known. */
function hasUnknownCost(row: CallTable): boolean {
  if (row.endedAt === null) return false;
  return keptParts(row)?.hasUnknown ?? row.channel === 'audio';
}
