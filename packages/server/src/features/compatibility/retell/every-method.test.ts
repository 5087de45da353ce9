import { retellPrefix } from '@tendril/contract/api/retell-pages';
import { unservedRetell } from '@tendril/contract/api/unserved-retell';
import Retell from 'retell-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

/** A request that the client would send. */
interface Sent {
  name: string;
  method: string;
  path: string;
}

const base = 'https://tendril.example';

/** Lets the client send each of its methods, and takes down what it would have sent. */
async function everyMethod(): Promise<Sent[]> {
  const sent: Sent[] = [];
  let name = '';
  const client = new Retell({
    apiKey: 'key',
    baseURL: `${base}${retellPrefix}`,
    maxRetries: 0,
    async fetch(url, init) {
      sent.push({ name, method: init?.method ?? 'GET', path: new URL(String(url)).pathname });
      return Response.json({});
    },
  });
  for (const [resource, value] of Object.entries(client)) {
    if (typeof value !== 'object' || value === null || !('_client' in value)) continue;
    for (const method of Object.getOwnPropertyNames(Object.getPrototypeOf(value))) {
      if (method === 'constructor') continue;
      name = `${resource}.${method}`;
      const call = (value as Record<string, (...given: unknown[]) => Promise<unknown>>)[method];
      // An id and a body, whichever of them it takes first.
      for (const given of [['id-1', { knowledge_base_id: 'kb-1' }], [{ files: [] }]])
        await (async () => call?.apply(value, given))().catch(() => undefined);
    }
  }
  return sent;
}

const matches = (pattern: string, path: string): boolean => {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at])
  );
};

describe('every method of retell-sdk', () => {
  let app: TestApp;
  let sent: Sent[];
  beforeAll(async () => {
    app = await createTestApp();
    sent = await everyMethod();
  });
  afterAll(() => app.close());

  it('is served, or refused by name with 501', async () => {
    const names = new Set(sent.map(({ name }) => name));
    expect(names.size).toBeGreaterThan(100);
    const isServed = ({ method, path }: Sent) =>
      app.app.routes.some(
        ({ endpoint, path: served }) => endpoint.method === method && matches(served, path),
      );
    const forgotten = [...names].filter(
      (name) => !sent.some((one) => one.name === name && (isServed(one) || unservedRetell(one.path))),
    );
    expect(forgotten).toEqual([]);
    const unserved = [...names].filter((name) => !sent.some((one) => one.name === name && isServed(one)));
    expect(unserved.filter((name) => !refusedMethods.includes(name))).toEqual([]);
  });

  it('that is refused says so in Retell’s shape', async () => {
    const answer = await app.inject({ method: 'POST', url: `${retellPrefix}/create-sms-chat`, payload: {} });
    expect([answer.statusCode, answer.json()]).toEqual([
      501,
      expect.objectContaining({ status: 'error', message: expect.stringContaining('text messages') }),
    ]);
  });
});

/** What this server does not do. */
const refusedMethods: readonly string[] = [
  'agent.repair',
  'app.create',
  'app.delete',
  'app.get',
  'app.list',
  'app.listUsages',
  'app.testAuth',
  'app.update',
  'asset.create',
  'batchCall.createBatchCall',
  'call.listenLive',
  'call.takeOverLive',
  'call.updateLive',
  'chat.createSMSChat',
  'chat.rerunAnalysis',
  'contact.backfillAnalysisData',
  'contact.create',
  'contact.createImport',
  'contact.delete',
  'contact.get',
  'contact.getBackfillJobStatus',
  'contact.getByPhone',
  'contact.getImport',
  'contact.list',
  'contact.listConversations',
  'contact.update',
  'contact.uploadImportFile',
  'crm.getConfig',
  'crm.getSchema',
  'crm.getSyncJobStatus',
  'crm.runSyncJob',
  'crm.updateConfig',
  'exportRequest.list',
  'identity.retrieve',
  'mcpTool.getMcpTools',
  'playground.completion',
];
