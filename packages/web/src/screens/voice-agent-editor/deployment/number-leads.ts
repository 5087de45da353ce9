import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { type AgentShare, readPhoneNumber } from '@tendril/contract/voice/phone-number';

export type Direction = 'inbound' | 'outbound';

/** A place where a number names the agent. */
export interface NumberLead {
  record: AssistantPhoneNumber;
  direction: Direction | 'afterHours';
  versionId: string | null;
  /** 0 to 1; 1 after hours. */
  weight: number;
}

/** The field of a direction. */
export const shareField = { inbound: 'inboundAgents', outbound: 'outboundAgents' } as const;

/** Every place where numbers name an agent. */
export function leadsTo(records: readonly AssistantPhoneNumber[], agentId: string): NumberLead[] {
  return records.flatMap((record) => {
    const number = readPhoneNumber(record);
    const shares = (direction: Direction) =>
      number[shareField[direction]]
        .filter((share) => share.agentId === agentId)
        .map(({ versionId, weight }) => ({ record, direction, versionId, weight }));
    const after = number.afterHoursAgent;
    return [
      ...shares('inbound'),
      ...shares('outbound'),
      ...(after?.agentId === agentId
        ? [{ record, direction: 'afterHours' as const, versionId: after.versionId, weight: 1 }]
        : []),
    ];
  });
}

/** The shares without one place of an agent; the others take its calls in the same proportion. */
function withoutLead(shares: readonly AgentShare[], agentId: string, versionId: string | null): AgentShare[] {
  const rest = shares.filter((share) => share.agentId !== agentId || share.versionId !== versionId);
  const sum = rest.reduce((total, { weight }) => total + weight, 0);
  const even = 1 / Math.max(rest.length, 1);
  return rest.map((share) => ({ ...share, weight: sum > 0 ? share.weight / sum : even }));
}

/** What is sent so that a number does not name the agent at this place any more. */
export function removalOf({ record, direction, versionId }: NumberLead, agentId: string) {
  if (direction === 'afterHours') return { afterHoursAgent: null };
  const number = readPhoneNumber(record);
  const field = shareField[direction];
  return { [field]: withoutLead(number[field], agentId, versionId) };
}
