import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Call, TranscriptLine } from '@tendril/contract/api/calls';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import { analysisModels } from '@tendril/contract/voice/analysis-models';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../platform/db/client.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { createEgress } from '../../../platform/egress/egress.ts';
import { createJobQueue, type JobQueue } from '../../../platform/jobs/job-queue.ts';
import { createVault } from '../../../platform/secrets/vault.ts';
import { databases, type EmptyDatabase } from '../../../testing/databases.ts';
import { makeMigratedDatabase } from '../../../testing/migrated-database.ts';
import { endedCallRow, storedCall, storedCalls } from '../../../testing/stored-calls.ts';
import { createVoiceWebhooks, type VoiceWebhooks } from '../voice-webhooks/voice-webhooks.ts';
import type { AnalysisSettings } from './analysis-settings.ts';
import { type CallAnalyses, createCallAnalyses } from './call-analysis.ts';
import { sampleField } from './testing/sample-field.ts';

const scope = { workspaceId: 'w1' };
const log = pino({ level: 'silent' });
const canary = 'canary-7f3a';

const fields = [
  sampleField('string', 'customer_name'),
  sampleField('number', 'party_size', { description: 'Number of people' }),
  sampleField('enum', 'visit', { choices: ['Lunch', 'Dinner'] }),
  sampleField('boolean', 'wants_callback'),
];
const settings: AnalysisSettings = {
  postCallFields: fields,
  postCallModel: 'gpt-4o',
  webhookUrl: 'https://example.com/hook',
  webhookEvents: ['call_analyzed'],
  optOutSensitiveDataStorage: false,
};
const transcript: TranscriptLine[] = [
  ['agent', 'Hello, who is speaking?'],
  ['user', `My name is Dana ${canary}.`],
  ['agent', 'For how many people?'],
  ['user', 'Four people, for dinner.'],
].map(([role, content], place) => ({ role, content, offsetMs: place * 1000 }) as TranscriptLine);

const reading = {
  call_summary: `${canary} booked a table.`,
  call_successful: true,
  user_sentiment: 'Positive',
  in_voicemail: false,
  fields: { field_1: canary, field_2: 4, field_3: 'dinner', field_4: null },
};

interface Asked {
  model: string;
  response_format: { type: string; json_schema: { strict: boolean } };
  messages: { role: string; content: string }[];
}

describe.each(databases)('what is drawn from calls on %s', (kind) => {
  let empty: EmptyDatabase;
  let db: Database;
  let vendor: Server;
  let asked: Asked[] = [];
  /** Answers of the model's server, one after the other; the last one from then on. */
  let answers: { status?: number; text: string }[] = [];
  let hasKey = true;
  let jobs: JobQueue;
  let webhooks: VoiceWebhooks;
  let analyses: CallAnalyses;

  beforeEach(async () => {
    [asked, hasKey] = [[], true];
    answers = [{ text: JSON.stringify(reading) }];
    empty = await makeMigratedDatabase(kind);
    db = await openDatabase({ ...empty, databasePool: 4 });
    vendor = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      asked.push(JSON.parse(Buffer.concat(parts).toString('utf8')) as Asked);
      const { status = 200, text } = answers[Math.min(asked.length, answers.length) - 1] ?? { text: '' };
      const choices = [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }];
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status === 200 ? { choices } : { error: { message: text } }));
    });
    await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
    open();
    await jobs.start();
  });
  afterEach(async () => {
    await close();
    vendor.closeAllConnections();
    vendor.close();
    await db.destroy();
    await empty.remove();
  });

  /** A process that reads calls. */
  function open(): void {
    const { port } = vendor.address() as AddressInfo;
    const egress = createEgress({ egressAllow: [`127.0.0.1:${port}`] });
    const [requireAgent, requireFlow] = [async () => {}, async () => {}];
    const vault = createVault(Buffer.alloc(32, 7));
    jobs = createJobQueue({ db, log, databaseUrl: empty.databaseUrl, retryMs: 10 });
    webhooks = createVoiceWebhooks({
      db,
      vault,
      egress,
      jobs,
      requireAgent,
      requireFlow,
      timeoutMs: 1000,
      publicUrl: 'https://tendril.example',
    });
    analyses = createCallAnalyses({
      db,
      log,
      jobs,
      webhooks,
      calls: storedCalls(db),
      settingsOf: async ({ agentId }) => (agentId === 'agent_1' ? settings : undefined),
      openKey: async () =>
        hasKey ? { apiKey: 'sk-test', baseUrl: `http://127.0.0.1:${port}/v1/` } : undefined,
      fetch: egress.fetch as FetchFunction,
    });
  }

  async function close(): Promise<void> {
    await analyses.settle();
    await jobs.close();
  }

  /** Ends a call as calls do: its row and what follows from it in one transaction. */
  async function endCall(more: Partial<AnalysisSettings> = {}, said = transcript): Promise<string> {
    const isPrivate = more.optOutSensitiveDataStorage === true;
    const row = endedCallRow(scope, isPrivate ? [] : said);
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('call').values(row).execute();
      const call = storedCall(row);
      await analyses.enqueue(trx, scope, { call, settings: { ...settings, ...more }, transcript: said });
    });
    return row.id;
  }

  async function analysed(callId: string): Promise<Call> {
    analyses.poke();
    await expect
      .poll(async () => (await storedCalls(db).read(scope, callId)).analysis, { timeout: 5000 })
      .not.toBeNull();
    return storedCalls(db).read(scope, callId);
  }

  const everythingIn = async (table: string) =>
    JSON.stringify((await sql`select * from ${sql.table(table)}`.execute(db)).rows);

  const emitted = async () =>
    (await db.selectFrom('webhook_delivery').selectAll().execute()).map(({ event, body }) => ({
      event,
      call: (JSON.parse(body) as { call: Record<string, unknown> }).call,
    }));

  it('SP-56, POST-04: is made by the chosen model, stored with the call, paid for, and sent', async () => {
    const call = await analysed(await endCall());
    expect(call.analysis).toEqual({
      callSummary: `${canary} booked a table.`,
      callSuccessful: true,
      userSentiment: 'Positive',
      inVoicemail: false,
      customAnalysisData: { customer_name: canary, party_size: 4, visit: 'Dinner', wants_callback: null },
      by: 'gpt-4o',
    });
    expect(call.costUsd).toBeCloseTo(0.1 + 0.017);
    expect(asked).toMatchObject([{ model: 'gpt-4o', response_format: { type: 'json_schema' } }]);
    expect(asked[0]?.response_format.json_schema.strict).toBe(true);
    expect(asked[0]?.messages.at(-1)?.content).toContain('user: Four people, for dinner.');
    expect(await emitted()).toMatchObject([
      {
        event: 'call_analyzed',
        call: { call_analysis: { call_successful: true, custom_analysis_data: { party_size: 4 } } },
      },
    ]);
  });

  it('POST-04: costs nothing with GPT-4o Mini, and $0.017 with GPT-4o', async () => {
    const call = await analysed(await endCall({ postCallModel: 'gpt-4o-mini' }));
    expect([call.analysis?.by, call.costUsd]).toEqual(['gpt-4o-mini', 0.1]);
    expect(analysisModels.map(({ usdPerSession }) => usdPerSession)).toEqual([0, 0.017]);
  });

  it('SP-56: is read by rules without a key, and says so', async () => {
    hasKey = false;
    const call = await analysed(await endCall());
    expect(call.analysis).toMatchObject({
      by: 'rules',
      callSuccessful: true,
      customAnalysisData: { party_size: 4, visit: 'Dinner', wants_callback: null },
    });
    expect([call.costUsd, asked]).toEqual([0.1, []]);
  });

  it('SP-56: uses complete fields only', async () => {
    const choiceless = sampleField('enum', 'kind');
    const call = await analysed(
      await endCall({
        postCallFields: [...fields, choiceless, sampleField('string', 'Visit '), sampleField('string', '')],
      }),
    );
    expect(Object.keys(call.analysis?.customAnalysisData ?? {})).toEqual(fields.map(({ name }) => name));
  });

  it('asks again after an answer that holds nothing, and then reads by rules', async () => {
    answers = [{ text: 'I am sorry.' }, { text: JSON.stringify(reading) }];
    expect((await analysed(await endCall())).analysis?.by).toBe('gpt-4o');
    expect(asked).toHaveLength(2);
    answers = [{ text: 'I am sorry.' }];
    expect((await analysed(await endCall())).analysis?.by).toBe('rules');
    expect(asked).toHaveLength(4);
  });

  it('P-09: waits out trouble of the vendor, and at last reads by rules; a refused key is not asked twice', async () => {
    answers = [
      { status: 503, text: 'busy' },
      { status: 429, text: 'slower' },
      { text: JSON.stringify(reading) },
    ];
    expect((await analysed(await endCall())).analysis?.by).toBe('gpt-4o');
    expect(asked).toHaveLength(3);
    asked = [];
    answers = [{ status: 500, text: 'down' }];
    expect((await analysed(await endCall())).analysis?.by).toBe('rules');
    expect(asked).toHaveLength(5);
    asked = [];
    answers = [{ status: 401, text: 'wrong key' }];
    expect((await analysed(await endCall())).analysis?.by).toBe('rules');
    expect(asked).toHaveLength(1);
  });

  it('is a fixed result for a call in which nobody said anything to speak of', async () => {
    const callId = await endCall({}, transcript.slice(0, 1));
    const { analysis } = await storedCalls(db).read(scope, callId);
    expect(analysis).toEqual({
      callSummary: '',
      callSuccessful: false,
      userSentiment: 'Unknown',
      inVoicemail: false,
      customAnalysisData: { customer_name: null, party_size: null, visit: null, wants_callback: null },
      by: 'rules',
    });
    expect([asked, (await emitted()).length]).toEqual([[], 1]);
  });

  it('ATK-161: holds no words of an agent that stores none, wherever one looks', async () => {
    const call = await analysed(await endCall({ optOutSensitiveDataStorage: true }));
    await analyses.settle();
    expect(asked[0]?.messages.at(-1)?.content).toContain(canary);
    expect(call.analysis).toMatchObject({
      callSummary: '',
      by: 'gpt-4o',
      customAnalysisData: { customer_name: null, party_size: 4, visit: 'Dinner' },
    });
    for (const table of ['call', 'job', 'webhook_delivery', 'event'])
      expect(await everythingIn(table)).not.toContain(canary);
    expect(await emitted()).toMatchObject([{ event: 'call_analyzed', call: { call_id: call.id } }]);
  });

  it('goes on in the next process when one is killed; words that were nowhere else are lost, and it says so', async () => {
    await jobs.close();
    const kept = await endCall();
    const redacted = await endCall({ optOutSensitiveDataStorage: true });
    // The first process never looked for what it had put in line.
    open();
    await jobs.start();
    expect((await analysed(kept)).analysis?.by).toBe('gpt-4o');
    expect((await analysed(redacted)).analysis).toMatchObject({ by: 'rules', callSuccessful: false });
    expect((await emitted()).map(({ event }) => event)).toEqual(['call_analyzed', 'call_analyzed']);
  });

  it('F-01: is made and sent for calls whose end a crash has cut off; not for deleted agents', async () => {
    const row = { ...endedCallRow(scope, transcript), status: 'error' as const };
    const orphan = { ...endedCallRow(scope, transcript), agentId: 'agent_gone' };
    await db
      .insertInto('call')
      .values([
        { ...row, endedAt: Date.now() },
        { ...orphan, endedAt: Date.now() },
      ])
      .execute();
    expect(await analyses.recover()).toBe(1);
    expect((await analysed(row.id)).analysis?.by).toBe('gpt-4o');
    expect(await analyses.recover()).toBe(0);
    expect((await storedCalls(db).read(scope, orphan.id)).analysis).toBeNull();
  });

  it('is left alone for a call that was deleted meanwhile', async () => {
    const callId = await endCall();
    await db.deleteFrom('call').execute();
    analyses.poke();
    await expect
      .poll(async () => (await jobs.listLatest(scope, callId, 1)).map(({ state }) => state))
      .toEqual(['done']);
    expect([asked, await emitted()]).toEqual([[], []]);
  });
});
