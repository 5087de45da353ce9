import type { HealthCheck, HealthCheckName, NumberFacts } from '@tendril/contract/api/phone-number-checks';
import { isOpenAt, wallClock } from '@tendril/contract/voice/open-hours';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';

/** What the checks know of the workspace without any external request. */
export interface CheckParts {
  facts: NumberFacts;
  /** Names of existing agents, by id. */
  agents: ReadonlyMap<string, string>;
  /** Pinned versions that no longer exist: "agentId versionId". */
  missingVersions: ReadonlySet<string>;
  hasSecret: boolean;
  now: number;
}

type Check = (number: PhoneNumber, infrastructure: CheckParts) => HealthCheck;

/** One result; parts that are not given are empty. */
export function finding(
  name: HealthCheckName,
  state: HealthCheck['state'],
  found: string,
  values: Record<string, string> = {},
  ms: number | null = null,
): HealthCheck {
  return { name, state, finding: found, values, ms };
}

const checkFormat: Check = ({ provider, phoneNumber }, { facts }) => {
  if (provider === 'browser' && phoneNumber === '') return finding('format', 'good', 'browser');
  const values = { country: facts.country ?? '', kind: facts.kind };
  return facts.isValid ? finding('format', 'good', 'valid', values) : finding('format', 'bad', 'invalid');
};

const checkConnection: Check = ({ provider, connection }, { hasSecret }) => {
  if (provider === 'browser') return finding('connection', 'good', 'browser');
  if (provider === null) return finding('connection', 'unknown', 'none');
  const { credentialId, trunkUri } = connection;
  if (credentialId !== '' && !hasSecret) return finding('connection', 'bad', 'secret-gone');
  if (provider === 'sip') {
    return trunkUri === ''
      ? finding('connection', 'bad', 'no-trunk')
      : finding('connection', 'unknown', 'trunk', { host: trunkUri });
  }
  return credentialId === ''
    ? finding('connection', 'bad', 'no-secret', { carrier: provider })
    : finding('connection', 'good', 'secret', { carrier: provider });
};

const checkInbound: Check = (number, { agents, missingVersions }) => {
  const { inboundAgents, afterHoursAgent, fallbackNumber } = number;
  const chosen = [...inboundAgents, ...(afterHoursAgent ? [afterHoursAgent] : [])];
  const gone = chosen.filter(({ agentId }) => !agents.has(agentId)).length;
  if (gone > 0) return finding('inbound', 'bad', 'agent-gone', { count: String(gone) });
  const old = chosen.find(({ agentId, versionId }) => missingVersions.has(`${agentId} ${versionId}`));
  if (old) return finding('inbound', 'bad', 'version-gone', { agent: agents.get(old.agentId) ?? '' });
  if (inboundAgents.length === 0 && fallbackNumber !== '')
    return finding('inbound', 'unknown', 'fallback-only', { number: fallbackNumber });
  // A number that only calls out need not be answered.
  if (inboundAgents.length === 0)
    return finding('inbound', number.outboundAgents.length > 0 ? 'unknown' : 'bad', 'no-agent');
  const names = [...new Set(inboundAgents.map(({ agentId }) => agents.get(agentId) ?? ''))].join(', ');
  return number.isPaused
    ? finding('inbound', 'unknown', 'paused', { agents: names })
    : finding('inbound', 'good', 'matches', { agents: names });
};

const checkHours: Check = ({ openHours, afterHoursAgent, fallbackNumber }, { now }) => {
  if (!openHours) return finding('hours', 'good', 'always');
  const values = { ...wallClock(openHours.timezone, now), timezone: openHours.timezone };
  if (isOpenAt(openHours, now)) return finding('hours', 'good', 'open', values);
  const isAnswered = afterHoursAgent !== null || fallbackNumber !== '';
  return finding('hours', isAnswered ? 'good' : 'unknown', isAnswered ? 'closed' : 'nobody', values);
};

/** The checks that need no external request, in display order. */
export function checkQuickly(number: PhoneNumber, infrastructure: CheckParts): HealthCheck[] {
  return [checkFormat, checkConnection, checkInbound, checkHours].map((check) =>
    check(number, infrastructure),
  );
}
