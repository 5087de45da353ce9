import type { CallCost } from '@tendril/contract/api/call-details';
import { type Call, type CallAnalysis, listCalls } from '@tendril/contract/api/calls';
import type { CallEvent } from '@tendril/contract/call-event';
import { agentSettingsDefaults, voiceLlmDefaults } from '@tendril/contract/voice/agent-defaults';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { createEventLog } from '../../../platform/events/events.ts';
import { makeAgent } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { endedCallRow } from '../../../testing/stored-calls.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { keepAnalysis } from './call-after.ts';
import { CallHooks } from './call-hooks.ts';
import { toEntry } from './call-log.ts';
import { recoverCalls } from './call-recovery.ts';
import { ownerOf } from './call-writer.ts';
import { callStore } from './calls.store.ts';
import { createRecordings } from './recordings.ts';

const durationMs = 120_000;
const snapshot = {
  agent: { id: 'a', agentName: 'A', responseEngineLlmId: 'l', voiceId: 'v', language: 'en-US' as const },
  settings: agentSettingsDefaults,
  llm: { ...voiceLlmDefaults, model: 'gpt-4o' as const },
};
const vendor = { label: 'Deepgram', isStandIn: false };
/** Two minutes of a model at 0.05, of hearing at 0.0048, and a thousand characters at 0.03. */
const knownUsd = 0.1 + 0.0096 + 0.03;

describe.each(databases)('what a call costs, on %s', (database) => {
  let test: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    test = await createTestApp({ database });
    user = await test.signIn();
  });
  afterAll(() => test.close());

  async function endCall(kind: 'web' | 'phone'): Promise<string> {
    const { db, files, config, vault, processes } = test.infrastructure;
    const events = createEventLog(db, files);
    const agentId = await makeAgent(user);
    const row: CallTable = {
      ...endedCallRow(user.caller, []),
      ...({ agentId, kind, channel: 'audio', isPrivate: 0, costUsd: 0, status: 'ongoing' } as const),
      ...{ endedAt: null, durationMs, disconnectionReason: null, ownerId: 'gone' },
      ...(kind === 'phone' && { carrier: 'twilio' }),
    };
    await callStore(db).insert(row);
    const emitted = [
      { type: 'call-start', agentName: 'A', agentVersion: 0, isDemo: false, variables: {} },
      { type: 'agent-turn', turn: 1, text: 'x'.repeat(1000), times: {} },
    ] as CallEvent[];
    const entries = emitted.map((event, index) =>
      toEntry(index + 1, 1000, durationMs, {
        ...event,
        ...(event.type === 'call-start' && { recognizer: vendor, synthesizer: vendor }),
      } as CallEvent),
    );
    await db
      .transaction()
      .execute((trx) => events.insert(trx, row, events.prepareSmall(ownerOf(row), entries)));
    await recoverCalls({
      ...{ db, events, ended: new CallHooks(), recordings: createRecordings(config.home, vault) },
      ...{ ownerId: processes.id, isLive: () => false, snapshotOf: async () => snapshot },
    });
    return row.id;
  }

  const get = async <T>(url: string) => (await user.inject({ method: 'GET', url })).json<{ data: T }>().data;

  async function numbersOf(id: string) {
    const listed = (await get<Call[]>(listCalls.path)).find((call) => call.id === id);
    const page = await get<Call>(`${listCalls.path}/${id}`);
    const cost = await get<CallCost>(`${listCalls.path}/${id}/cost`);
    return { cost, shown: [listed?.costUsd, page.costUsd, cost.knownUsd], listed };
  }

  it('is one number in the list, on its page and in its parts: hearing, answering and speaking', async () => {
    const id = await endCall('web');
    const { cost, shown, listed } = await numbersOf(id);
    expect(shown).toEqual(shown.map(() => expect.closeTo(knownUsd, 9)));
    expect(cost.parts.map(({ part, usd }) => [part, usd])).toEqual([
      ['recognizer', expect.closeTo(0.0096)],
      ['model', expect.closeTo(0.1)],
      ['synthesizer', expect.closeTo(0.03)],
      ['line', 0],
    ]);
    expect(listed?.hasUnknownCost).toBeUndefined();
  });

  it('says in the list too that a telephone line costs more than is known', async () => {
    const { cost, shown, listed } = await numbersOf(await endCall('phone'));
    expect(shown).toEqual(shown.map(() => expect.closeTo(knownUsd, 9)));
    expect([cost.hasUnknown, listed?.hasUnknownCost]).toEqual([true, true]);
  });

  it('grows by its analysis everywhere', async () => {
    const id = await endCall('web');
    const analysis: CallAnalysis = {
      callSummary: '',
      callSuccessful: true,
      userSentiment: 'Neutral',
      inVoicemail: false,
      customAnalysisData: {},
      by: 'gpt-4o',
    };
    await test.infrastructure.db
      .transaction()
      .execute((trx) => keepAnalysis(trx, user.caller, id, analysis, 0.017));
    const { cost, shown } = await numbersOf(id);
    expect(shown).toEqual(shown.map(() => expect.closeTo(knownUsd + 0.017, 9)));
    expect(cost.parts.at(-1)).toEqual({ part: 'analysis', usd: 0.017, by: 'gpt-4o', basis: 'list' });
  });

  it('is the model alone for a call from before its parts were kept, which the list says', async () => {
    const row: CallTable = {
      ...endedCallRow(user.caller, []),
      ...({ agentId: await makeAgent(user), channel: 'audio', isPrivate: 0, costUsd: 0.1 } as const),
    };
    await callStore(test.infrastructure.db).insert(row);
    const { listed } = await numbersOf(row.id);
    expect([listed?.costUsd, listed?.hasUnknownCost]).toEqual([0.1, true]);
  });
});
