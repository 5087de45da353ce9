import {
  type HealthCheck,
  healthCheckNames,
  type PhoneNumberHealth,
  type PhoneNumberOverview,
} from '@tendril/contract/api/phone-number-checks';
import { type PhoneNumber, readPhoneNumber } from '@tendril/contract/voice/phone-number';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { lastCallStore } from './last-call.store.ts';
import { checkLine } from './line-check.ts';
import { checkCarrier, checkTrunk, judgeLastCall, type LiveCheckParts } from './live-checks.ts';
import { type CheckParts, checkQuickly } from './number-checks.ts';
import { readNumberFacts } from './number-facts.ts';
import type { NumberAgents } from './number-references.ts';
import type { PhoneNumbers } from './phone-numbers.ts';

interface NumberHealthParts extends LiveCheckParts {
  numbers: PhoneNumbers;
  agents: NumberAgents;
}

const mostRemembered = 1000;

/** Checks what works on numbers and what does not. What cannot be checked is reported as unknown, never as good. */
export function createNumberHealth(parts: NumberHealthParts) {
  const { db, numbers, agents } = parts;
  /** Faults found by external requests, so that the list can show them without asking again. */
  const faults = new Map<string, number>();
  numbers.onChange((id) => faults.delete(id));

  async function partsFor(scope: Scope, all: readonly PhoneNumber[]) {
    const names = new Map((await agents.list(scope)).map(({ id, agentName }) => [id, agentName]));
    const secrets = await secretIds(db, scope);
    const missingVersions = await findMissingVersions(scope, all, names, agents);
    return async (number: PhoneNumber): Promise<CheckParts> => ({
      facts: await readNumberFacts(number.phoneNumber),
      agents: names,
      missingVersions,
      hasSecret: secrets.has(number.connection.credentialId),
      now: Date.now(),
    });
  }

  function remember(id: string, count: number): void {
    faults.delete(id);
    faults.set(id, count);
    const [oldest] = faults.keys();
    if (faults.size > mostRemembered && oldest !== undefined) faults.delete(oldest);
  }

  return {
    /** What the list shows beside each number. */
    async overviews(scope: Scope): Promise<PhoneNumberOverview[]> {
      const all = (await numbers.list(scope)).map(readPhoneNumber);
      const infrastructure = await partsFor(scope, all);
      return Promise.all(
        all.map(async (number) =>
          toOverview(number, await infrastructure(number), faults.get(number.id) ?? 0),
        ),
      );
    },

    /** Checks one number now, including at its carrier. Throws NOT_FOUND. */
    async check(scope: Scope, id: string): Promise<PhoneNumberHealth> {
      const number = await numbers.read(scope, id);
      const quick = checkQuickly(number, await (await partsFor(scope, [number]))(number));
      const live = await checkLive(scope, number, quick, parts);
      remember(id, countBad(live));
      const byName = new Map([...quick, ...live].map((check) => [check.name, check]));
      const checks = healthCheckNames.flatMap((name) => byName.get(name) ?? []);
      return { checkedAt: Date.now(), checks };
    },
  };
}

export type NumberHealth = ReturnType<typeof createNumberHealth>;

const countBad = (checks: readonly HealthCheck[]) => checks.filter(({ state }) => state === 'bad').length;

async function checkLive(
  scope: Scope,
  number: PhoneNumber,
  quick: readonly HealthCheck[],
  { carriers, lookUpHost, db, trunkState, publicUrl }: LiveCheckParts,
): Promise<HealthCheck[]> {
  if (number.provider === 'browser') return [];
  const hasTrunk = quick.some((check) => check.name === 'connection' && check.finding === 'trunk');
  const [trunk, carrier, line, call] = await Promise.all([
    hasTrunk ? checkTrunk(number, lookUpHost) : undefined,
    checkCarrier(scope, number, carriers),
    checkLine(scope, number, { carriers, trunkState, publicUrl }),
    lastCallStore(db).find(scope, number.phoneNumber),
  ]);
  return [trunk, carrier, line, judgeLastCall(call)].filter((check) => check !== undefined);
}

function toOverview(
  number: PhoneNumber,
  infrastructure: CheckParts,
  liveFaults: number,
): PhoneNumberOverview {
  const failing = countBad(checkQuickly(number, infrastructure)) + liveFaults;
  const nameOf = (shares: PhoneNumber['inboundAgents']) => {
    const largest = shares.toSorted((one, other) => other.weight - one.weight)[0];
    return (largest && infrastructure.agents.get(largest.agentId)) ?? null;
  };
  const isRouted = number.inboundAgents.length > 0 || number.outboundAgents.length > 0;
  const state = number.isPaused
    ? 'paused'
    : !isRouted && number.provider !== 'browser'
      ? 'not-routed'
      : failing > 0 && isRouted
        ? 'failing'
        : number.provider === 'browser'
          ? 'browser'
          : 'ready';
  return {
    id: number.id,
    ...infrastructure.facts,
    state,
    failing,
    inboundAgentName: nameOf(number.inboundAgents),
    outboundAgentName: nameOf(number.outboundAgents),
  };
}

async function secretIds(db: Database, { workspaceId }: Scope): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('credential')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Pinned versions that no longer exist, of agents that do. */
export async function findMissingVersions(
  scope: Scope,
  all: readonly PhoneNumber[],
  names: ReadonlyMap<string, string>,
  agents: NumberAgents,
): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  const chosen = all.flatMap((number) => [
    ...number.inboundAgents,
    ...number.outboundAgents,
    ...(number.afterHoursAgent ? [number.afterHoursAgent] : []),
  ]);
  const pinned = chosen.flatMap(({ agentId, versionId }) =>
    versionId !== null && names.has(agentId) ? [{ agentId, versionId }] : [],
  );
  for (const { agentId, versionId } of pinned)
    if (!(await agents.hasVersion(scope, agentId, versionId))) missing.add(`${agentId} ${versionId}`);
  return missing;
}
