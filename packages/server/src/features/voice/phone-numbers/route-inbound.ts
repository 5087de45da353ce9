import type { InboundDecision, RouteStep } from '@tendril/contract/api/phone-number-checks';
import { isOpenAt, wallClock } from '@tendril/contract/voice/open-hours';
import type { AgentChoice, AgentShare, PhoneNumber } from '@tendril/contract/voice/phone-number';

/** What the rules need to know about a call and the workspace. */
export interface InboundCall {
  /** ms since 1970. */
  now: number;
  /** From 0 to 1, exclusive. */
  random: () => number;
  /** Of the caller; null for a hidden number, or one without a country. */
  fromCountry: string | null;
  hasAgent: (agentId: string) => boolean;
  hasVersion: (agentId: string, versionId: string) => boolean;
}

/** Where a call goes and by which rules. */
export type RoutedCall = Omit<InboundDecision, 'agentName'>;

type Step = (rule: RouteStep['rule'], finding: string, values?: Record<string, string>) => void;

/**
 * Decides who answers a call to a number. First the caller's country, because a refused call must not cost a forwarded
 * one; then whether the number is paused, its hours, and the draw among the existing agents. A call that cannot be
 * answered goes to the fallback number, where there is one.
 */
export function routeInbound(number: PhoneNumber, call: InboundCall): RoutedCall {
  const steps: RouteStep[] = [];
  const step: Step = (rule, finding, values = {}) => void steps.push({ rule, finding, values });
  const end = (ending: Partial<Omit<RoutedCall, 'steps'>>): RoutedCall => ({
    action: 'refuse',
    agentId: null,
    versionId: null,
    forwardTo: '',
    ...ending,
    steps,
  });

  if (!isCountryTaken(number, call, step)) return end({});
  const answering = number.isPaused ? pausedNumber(step) : findAgent(number, call, step);
  if (answering) {
    const versionId = presentVersion(answering, call, step);
    return end({ action: 'answer', agentId: answering.agentId, versionId });
  }
  if (number.fallbackNumber !== '') {
    step('fallback', 'forwards', { number: number.fallbackNumber });
    return end({ action: 'forward', forwardTo: number.fallbackNumber });
  }
  step('fallback', 'none');
  return end({});
}

function isCountryTaken(
  { allowedInboundCountries: allowed }: PhoneNumber,
  { fromCountry }: InboundCall,
  step: Step,
): boolean {
  if (allowed.length === 0) return true;
  const isTaken = fromCountry !== null && allowed.includes(fromCountry);
  step('country', isTaken ? 'taken' : fromCountry === null ? 'unknown' : 'refused', {
    country: fromCountry ?? '',
  });
  return isTaken;
}

function pausedNumber(step: Step): undefined {
  step('paused', 'paused');
}

function findAgent(number: PhoneNumber, call: InboundCall, step: Step): AgentChoice | undefined {
  const { openHours, afterHoursAgent } = number;
  if (!openHours) {
    step('hours', 'always');
    return drawAgent(number.inboundAgents, call, step);
  }
  const clock = { ...wallClock(openHours.timezone, call.now), timezone: openHours.timezone };
  if (isOpenAt(openHours, call.now)) {
    step('hours', 'open', clock);
    return drawAgent(number.inboundAgents, call, step);
  }
  step('hours', 'closed', clock);
  if (!afterHoursAgent) {
    step('after-hours', 'none');
    return undefined;
  }
  const isThere = call.hasAgent(afterHoursAgent.agentId);
  step('after-hours', isThere ? 'answers' : 'gone', { agentId: afterHoursAgent.agentId });
  return isThere ? afterHoursAgent : undefined;
}

/** By weight, among those that exist: the share of a deleted agent goes to the others. */
function drawAgent(shares: readonly AgentShare[], call: InboundCall, step: Step): AgentShare | undefined {
  const present = shares.filter(({ agentId, weight }) => weight > 0 && call.hasAgent(agentId));
  const gone = shares.filter(({ agentId }) => !call.hasAgent(agentId)).length;
  if (gone > 0) step('agents', 'gone', { count: String(gone) });
  const total = present.reduce((sum, { weight }) => sum + weight, 0);
  let left = call.random() * total;
  const drawn = present.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  // Rounding may leave a remainder above the last weight.
  const chosen = drawn ?? present.at(-1);
  if (!chosen) {
    if (gone === 0) step('agents', 'none');
    return undefined;
  }
  const percent = String(Math.round((chosen.weight / total) * 1000) / 10);
  step('agents', present.length === 1 ? 'only' : 'drawn', { agentId: chosen.agentId, percent });
  return chosen;
}

// A pinned version that no longer exists must not leave the caller unanswered.
function presentVersion({ agentId, versionId }: AgentChoice, call: InboundCall, step: Step): string | null {
  if (versionId === null || call.hasVersion(agentId, versionId)) return versionId;
  step('agents', 'version-gone', { agentId });
  return null;
}
