import { exportAudit, listAudit } from '@tendril/contract/api/audit';
import { auditVerb } from '@tendril/contract/api/audit-verbs';
import { savePreferences } from '@tendril/contract/api/auths';
import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { agentsPrefix, studioPrefix } from '@tendril/contract/api/prefixes';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAuditLog } from '../../../platform/db/audit-log.ts';
import { openDatabase } from '../../../platform/db/client.ts';
import { createWriteGroup } from '../../../platform/db/write-group.ts';
import { isChange } from '../../../platform/http/audit-trail.ts';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, owner, type TestApp, type TestUser } from '../../../testing/test-app.ts';

interface Entry {
  seq: number;
  actor: { kind: string; name: string | null };
  action: string;
  verb: string;
  area: string | null;
  target: string | null;
  targetName: string | null;
  targetKind: string | null;
  address: string | null;
}

describe.each(databases)('the audit on %s', { timeout: 60_000 }, (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeEach(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await app.close();
  });

  const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
    user.inject({ method: 'POST', url: `${studioPrefix}/${path}`, payload, headers });
  const read = async (query: Record<string, string> = {}) =>
    (await user.inject({ url: listAudit.path, query })).json<{
      data: Entry[];
      next: number | null;
      areas: string[];
    }>();
  const actions = async () => (await read()).data.map(({ action }) => action);

  it('goes on before any place, also one that is larger than all there are', async () => {
    await makeFlow(user, await talkingFlow(user), 'A name');
    const all = (await read()).data;
    expect(all.length).toBeGreaterThan(0);
    expect((await read({ before: String(Number.MAX_SAFE_INTEGER) })).data).toEqual(all);
  });

  it('names what a change was about as it is called now, and where it leads, while it is there', async () => {
    const id = await makeFlow(user, await talkingFlow(user), 'First name');
    const url = `${studioPrefix}/flows/${id}`;
    await user.inject({ method: 'PATCH', url, payload: { name: 'Second name' } });
    const of = async () => (await read()).data.filter(({ target }) => target === id);
    expect((await of())[0]).toMatchObject({ targetKind: 'flow', targetName: 'Second name' });
    await user.inject({ method: 'DELETE', url });
    expect((await of()).map(({ targetKind }) => targetKind).filter(Boolean)).toEqual([]);
  });

  it('records who changed what, which one and from where, for sessions and for keys', async () => {
    const made = await user.inject({
      method: 'POST',
      url: `${studioPrefix}/variables`,
      payload: { name: 'greeting', value: 'CANARY-VALUE' },
      remoteAddress: '203.0.113.9',
    });
    const key = await makeKey(app, user.caller.workspaceId);
    await key.inject({ method: 'DELETE', url: `${studioPrefix}/variables/${made.json().id}` });
    const { data, areas } = await read();
    expect(data.slice(0, 2)).toEqual([
      expect.objectContaining({
        actor: { kind: 'key', id: key.keyId, name: 'Test' },
        verb: 'deleted the variable',
        area: 'Config',
        target: made.json().id,
        address: '127.0.0.1',
      }),
      expect.objectContaining({
        actor: { kind: 'user', id: user.caller.userId, name: owner.name },
        verb: 'created the variable',
        targetName: 'greeting',
        address: '203.0.113.9',
      }),
    ]);
    expect(areas).toContain('Config');
    const rows = JSON.stringify(await app.infrastructure.db.selectFrom('audit_entry').selectAll().execute());
    expect(rows).not.toContain('CANARY-VALUE');
    expect(await app.infrastructure.audit.findBreak()).toBeUndefined();
  });

  it('says nothing of what was refused, of what only looks and of what only runs', async () => {
    const flowId = await makeFlow(user, await talkingFlow(user));
    const before = await actions();
    await post('variables', { name: '1 bad name', value: '' });
    await post(`prediction/${flowId}`, { question: 'Hello' });
    await post(`internal-prediction/${flowId}`, { question: 'Hello' });
    await post('flow-check', { flowData: { nodes: [], edges: [] } });
    await user.inject({ url: `${studioPrefix}/variables` });
    await user.inject({ method: 'PUT', url: savePreferences.path, payload: { isDarkMode: true } });
    expect(await actions()).toEqual(before);
  });

  it('records a change once, in the words of the feature if it has any', async () => {
    const { id } = (await post('apikey', { keyName: 'Site' })).json();
    await user.inject({ method: 'DELETE', url: `${studioPrefix}/apikey/${id}` });
    expect(await actions()).toEqual(['api-key-deleted', 'api-key-created', 'owner-registered']);
    const [gone] = (await read()).data;
    expect([gone?.targetName, gone?.area, gone?.address]).toEqual(['Site', 'API keys', '127.0.0.1']);
  });

  it('counts the saves of one sitting at a draft as one', async () => {
    const id = await makeFlow(user, await talkingFlow(user));
    const save = async () => {
      const { draftRevision, flowData } = (await user.inject({ url: `${studioPrefix}/flows/${id}` })).json();
      const answer = await user.inject({
        method: 'PUT',
        url: `${studioPrefix}/flows/${id}/draft`,
        headers: { 'if-match': String(draftRevision) },
        payload: { flowData },
      });
      expect(answer.statusCode).toBe(200);
    };
    const count = async () => (await read({ search: id, area: 'Flows' })).data.length;
    await save();
    const once = await count();
    await save();
    await save();
    expect(await count()).toBe(once);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    await save();
    expect(await count()).toBe(once + 1);
  });

  it('pages, filters by person, area, words and time, and finds a sign as that sign', async () => {
    for (let at = 0; at < 5; at += 1) await post('variables', { name: `v${at}`, value: '' });
    await post('apikey', { keyName: 'add_100%' });
    const first = await read({ limit: '3' });
    const second = await read({ limit: '3', before: String(first.next) });
    const seqs = [...first.data, ...second.data].map(({ seq }) => seq);
    expect(seqs).toEqual([...new Set(seqs)].toSorted((left, right) => right - left));
    expect((await read({ area: 'Config' })).data).toHaveLength(5);
    expect((await read({ search: 'CREATED THE VARIABLE' })).data).toHaveLength(5);
    expect((await read({ search: '%' })).data.map(({ targetName }) => targetName)).toEqual(['add_100%']);
    expect((await read({ actor: 'key:none' })).data).toEqual([]);
    expect((await read({ to: '5' })).data).toEqual([]);
    expect((await user.inject({ url: listAudit.path, query: { limit: '1000' } })).statusCode).toBe(400);
  });

  it('ATK-022: leaves as CSV with the same filter, where no cell is a formula', async () => {
    await post('apikey', { keyName: '=HYPERLINK("http://evil.example")' });
    await post('variables', { name: 'other', value: '' });
    const answer = await user.inject({ url: exportAudit.path, query: { area: 'API keys' } });
    expect(answer.headers['content-type']).toContain('text/csv');
    const lines = answer.body.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(lines[1]).toContain('"Ada Owner"');
  });

  it('leaves as CSV whole, however many entries there are', async () => {
    const count = 100_050;
    const { db } = app.infrastructure;
    const { workspaceId } = user.caller;
    await sql`insert into audit_entry (seq, id, "workspaceId", at, actor, action, "prevHash", hash, area)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
      select 1000000 + n, 'many' || n, ${workspaceId}, n, 'system', 'Many.', '', '', 'Many' from numbers`.execute(
      db,
    );
    const answer = await user.inject({ url: exportAudit.path, query: { area: 'Many' } });
    const lines = answer.body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(count + 1);
    expect(lines.at(-1)).toContain('"1000001"');
  });

  it('ATK-076: shows nothing of another workspace, and nothing to keys', async () => {
    await post('variables', { name: 'mine', value: '' });
    const outsider = await makeKey(app);
    expect((await outsider.inject({ url: listAudit.path })).statusCode).toBe(403);
    await outsider.inject({
      method: 'POST',
      url: `${studioPrefix}/variables`,
      payload: { name: 'theirs', value: '' },
    });
    expect((await read({ search: 'theirs' })).data).toEqual([]);
  });

  it('ATK-172: stays one chain while requests and another process write at the same time', async () => {
    const { config } = app.infrastructure;
    const db = await openDatabase(config);
    const other = createAuditLog(db, createWriteGroup(db));
    await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        await post('variables', { name: `w${at}`, value: '' });
        await other.record({ actor: 'system', action: 'user-signed-in', target: String(at) });
      }),
    );
    expect(await app.infrastructure.audit.findBreak()).toBeUndefined();
    expect((await read({ limit: '100' })).data.length).toBeGreaterThanOrEqual(20);
    await db.destroy();
  });

  it('ATK-172: an entry whose address was changed breaks the chain', async () => {
    await post('variables', { name: 'x', value: '' });
    await app.infrastructure.db
      .updateTable('audit_entry')
      .set({ address: '6.6.6.6' })
      .where('seq', '=', 2)
      .execute();
    expect(await app.infrastructure.audit.findBreak()).toBe(2);
  });

  it('has a verb for every route that it records', () => {
    const recorded = app.app.routes.filter(
      ({ endpoint, path }) => path === endpoint.path && isChange(endpoint),
    );
    const missing = recorded
      .map(({ endpoint }: { endpoint: EndpointDefinition }) => `${endpoint.method} ${endpoint.path}`)
      .filter((action) => auditVerb(action) === undefined);
    expect(recorded.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  it('reads an entry of an older version, whose action is the sentence of its route', async () => {
    const { db } = app.infrastructure;
    await post('variables', { name: 'old', value: '' });
    const detail = JSON.stringify({ method: 'POST', path: `${studioPrefix}/variables`, name: 'old' });
    await db
      .updateTable('audit_entry')
      .set({ action: 'Adds a variable.', detail })
      .where('seq', '=', 2)
      .execute();
    await db
      .updateTable('audit_entry')
      .set({ action: 'Does what is gone.', detail: null })
      .where('seq', '=', 1)
      .execute();
    expect((await read()).data.map(({ verb }) => verb)).toEqual([
      'created the variable',
      'Does what is gone',
    ]);
  });

  it('links a voice agent and an assistant by their names', async () => {
    await user.inject({ method: 'POST', url: agentsPrefix, payload: { agentName: 'Front desk' } });
    await post('assistants', { details: JSON.stringify({ name: 'Helper' }), type: 'CUSTOM' });
    expect((await read()).data.slice(0, 2)).toEqual([
      expect.objectContaining({
        verb: 'created the assistant',
        targetName: 'Helper',
        targetKind: 'assistant',
      }),
      expect.objectContaining({
        verb: 'created the voice agent',
        targetName: 'Front desk',
        targetKind: 'voiceAgent',
      }),
    ]);
  });

  it('belongs to every route that can change something', () => {
    const exempt = app.app.routes
      .filter(
        ({ endpoint, path }) => path === endpoint.path && endpoint.method !== 'GET' && !isChange(endpoint),
      )
      .filter(({ endpoint }) => endpoint.auth === 'session' || endpoint.auth === 'sessionOrKey')
      .map(({ endpoint }: { endpoint: EndpointDefinition }) => `${endpoint.method} ${endpoint.path}`);
    expect(exempt.toSorted()).toEqual([
      `POST ${studioPrefix}/flow-check`,
      `POST ${studioPrefix}/flows/:id/runs`,
      `POST ${studioPrefix}/import/inspect`,
      `POST ${studioPrefix}/internal-prediction/:id`,
      `POST ${studioPrefix}/load-prompt`,
      `POST ${studioPrefix}/node-config`,
      `POST ${studioPrefix}/node-custom-function`,
      `POST ${studioPrefix}/node-load-method/:name`,
      `POST ${studioPrefix}/prompts-list`,
      `POST ${studioPrefix}/runs/:id/stop`,
      'POST /api/core/v1/assistant-phone-numbers/:id/inbound-test',
      'POST /api/core/v1/assistant-phone-numbers/:id/simulate-inbound',
      'POST /api/core/v1/workspace/erasures/preview',
      'POST /api/retell/search-community-voice',
      'POST /api/retell/v2/list-agents',
      'POST /api/retell/v3/list-calls',
      'POST /api/retell/v3/list-chats',
      'POST /api/tendril-agentshub-management/v1/agentshub/agents/:id/prompt-preview',
      'POST /api/tendril-agentshub-management/v1/agentshub/batch-calls/preview',
      'POST /api/tendril-agentshub-management/v1/agentshub/calls',
      'POST /api/tendril-agentshub-management/v1/agentshub/function-tests',
      'POST /api/v1/node-custom-function',
      'PUT /api/core/v1/auths/preferences',
    ]);
  });
});
