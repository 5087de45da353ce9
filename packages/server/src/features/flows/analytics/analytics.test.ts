import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { openReceiver, playStatuses, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import type { OtlpAttribute, OtlpRequest, OtlpSpan } from './otlp-request.ts';

const waits = { timeout: 20_000, interval: 50 };

describe('analytics of flows', () => {
  let app: TestApp;
  let user: TestUser;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await openReceiver();
    receiver.play = playStatuses(200);
    app = await createTestApp({ config: { egressAllow: [receiver.host] } });
    user = await app.signIn();
  });
  afterAll(async () => {
    await app.close();
    receiver.close();
  });

  async function storeSecret(credentialName: string, plainDataObj: object): Promise<string> {
    const payload = { name: credentialName, credentialName, plainDataObj };
    const answer = await user.inject({ method: 'POST', url: `${studio}/credentials`, payload });
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return answer.json<{ id: string }>().id;
  }

  /** A flow whose traces go to one receiver; returns what a question's run is called. */
  async function askTraced(vendor: string, credentialId: string, more: object = {}) {
    const flowId = await makeFlow(user, await talkingFlow(user), `Flow for ${vendor}`);
    const analytic = { [vendor]: { status: true, credentialId, ...more } };
    const changed = await user.inject({
      method: 'PATCH',
      url: `${studio}/flows/${flowId}/settings`,
      payload: { analytic, isPublic: true },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    await ask(flowId, 'What do you grow?');
    const { runId, sessionId } = await lastRun(flowId);
    return { flowId, runId, sessionId };
  }

  async function ask(flowId: string, question: string): Promise<void> {
    const url = `/api/v1/prediction/${flowId}`;
    const answer = await app.inject({ method: 'POST', url, payload: { question, streaming: false } });
    expect(answer.statusCode, answer.body).toBe(200);
  }

  async function lastRun(flowId: string) {
    const row = await app.infrastructure.db
      .selectFrom('run')
      .select(['id', 'sessionId'])
      .where('flowId', '=', flowId)
      .orderBy('startedAt', 'desc')
      .executeTakeFirstOrThrow();
    return { runId: row.id, sessionId: row.sessionId };
  }

  const requestTo = async (path: string) => {
    await vi.waitFor(() => expect(receiver.received.map((one) => one.path)).toContain(path), waits);
    const found = receiver.received.find((one) => one.path === path);
    if (!found) throw new Error('It was there.');
    return found;
  };

  it('of Langfuse get the run, its nodes and its model call, under the ids of the run', async () => {
    const id = await storeSecret('langfuseApi', {
      langFuseSecretKey: 'sk-lf-secret',
      langFusePublicKey: 'pk-lf-public',
      langFuseEndpoint: `${receiver.url}/`,
    });
    const { runId, sessionId } = await askTraced('langFuse', id, { release: 'v9' });
    const { headers, body } = await requestTo('/api/public/otel/v1/traces');
    expect(headers.authorization).toBe(`Basic ${btoa('pk-lf-public:sk-lf-secret')}`);
    expect(headers['content-type']).toBe('application/json');
    const spans = spansOf(JSON.parse(body));
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([runId.replaceAll('-', '')]));
    const root = named(spans, 'invoke_workflow Flow for langFuse');
    expect(root.parentSpanId).toBeUndefined();
    expect(valuesOf(root.attributes)).toMatchObject({
      'gen_ai.operation.name': 'invoke_workflow',
      'gen_ai.conversation.id': sessionId,
      'langfuse.trace.name': 'Flow for langFuse',
      'langfuse.trace.input': 'What do you grow?',
      'langfuse.trace.output': expect.stringMatching(/./),
      'langfuse.release': 'v9',
      'session.id': sessionId,
      'tendril.run.status': 'done',
    });
    const model = spans.find((span) => span.name.startsWith('chat '));
    const node = spans.find((span) => span.spanId === model?.parentSpanId);
    expect(node?.parentSpanId).toBe(root.spanId);
    expect(valuesOf(model?.attributes ?? [])).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'demo',
      'gen_ai.input.messages': expect.stringContaining('What do you grow?'),
      'gen_ai.output.messages': expect.stringContaining('assistant'),
      'langfuse.observation.type': 'generation',
    });
    for (const span of spans)
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
  });

  it('of LangSmith get the project and the kinds of its own runs', async () => {
    const langSmithEndpoint = receiver.url;
    const id = await storeSecret('langsmithApi', { langSmithApiKey: 'lsv2-key', langSmithEndpoint });
    await askTraced('langSmith', id, { projectName: 'Garden' });
    const { headers, body } = await requestTo('/otel/v1/traces');
    expect([headers['x-api-key'], headers['langsmith-project']]).toEqual(['lsv2-key', 'Garden']);
    const kinds = spansOf(JSON.parse(body)).map((span) => valuesOf(span.attributes)['langsmith.span.kind']);
    expect(kinds).toContain('llm');
    expect(kinds[0]).toBe('chain');
  });

  it('of Phoenix get the names of OpenInference in the binary form, the only one it reads', async () => {
    const phoenixEndpoint = `${receiver.url}/phoenix`;
    const id = await storeSecret('phoenixApi', { phoenixApiKey: 'px-key', phoenixEndpoint });
    await askTraced('phoenix', id, { projectName: 'Garden' });
    const { headers, body } = await requestTo('/phoenix/v1/traces');
    expect([headers['content-type'], headers.authorization]).toEqual([
      'application/x-protobuf',
      'Bearer px-key',
    ]);
    for (const text of [
      'openinference.project.name',
      'Garden',
      'openinference.span.kind',
      'LLM',
      'input.value',
    ])
      expect(body).toContain(text);
  });

  it('of plain OpenTelemetry get the headers that its secret names, and standard names only', async () => {
    const id = await storeSecret('otlpApi', {
      otlpEndpoint: `${receiver.url}/collector`,
      otlpHeaders: 'authorization=Bearer%20otlp-key, x-team=garden',
    });
    await askTraced('openTelemetry', id);
    const { headers, body } = await requestTo('/collector/v1/traces');
    expect([headers.authorization, headers['x-team']]).toEqual(['Bearer otlp-key', 'garden']);
    const names = spansOf(JSON.parse(body)).flatMap((span) => span.attributes.map(({ key }) => key));
    expect(names.filter((name) => !/^(gen_ai|tendril|error)\./.test(name))).toEqual([]);
  });

  it('ask again when their service is busy, and lose nothing', async () => {
    const langFuseEndpoint = `${receiver.url}/busy`;
    const secret = { langFuseSecretKey: 'sk-1', langFusePublicKey: 'pk-1', langFuseEndpoint };
    const id = await storeSecret('langfuseApi', secret);
    receiver.play = playStatuses(503, 429, 200);
    await askTraced('langFuse', id);
    const bodies = () =>
      receiver.received.filter(({ path }) => path.startsWith('/busy')).map((one) => one.body);
    await vi.waitFor(() => expect(bodies()).toHaveLength(3), waits);
    expect(new Set(bodies()).size).toBe(1);
  });

  it('get nothing when switched off, and nothing of the values of secret variables', async () => {
    const payload = { name: 'pass', value: 'hush-hush-hush', type: 'static', isSecret: true };
    const made = await user.inject({ method: 'POST', url: `${studio}/variables`, payload });
    expect(made.statusCode, made.body).toBeLessThan(300);
    const langFuseEndpoint = `${receiver.url}/secret`;
    const secret = { langFuseSecretKey: 'sk-2', langFusePublicKey: 'pk-2', langFuseEndpoint };
    const credentialId = await storeSecret('langfuseApi', secret);
    const flowId = await makeFlow(user, await talkingFlow(user), 'Secret');
    const set = (status: boolean) =>
      user.inject({
        method: 'PATCH',
        url: `${studio}/flows/${flowId}/settings`,
        payload: { isPublic: true, analytic: { langFuse: { status, credentialId } } },
      });
    await set(false);
    await ask(flowId, 'Unheard');
    await set(true);
    await ask(flowId, 'Heard hush-hush-hush');
    const { body } = await requestTo('/secret/api/public/otel/v1/traces');
    expect(body).toContain('Heard');
    expect(body).not.toContain('Unheard');
    expect(body).not.toContain('hush-hush-hush');
  });

  it('get the last runs of a server that stops', async () => {
    const stopping = await createTestApp({ config: { egressAllow: [receiver.host] } });
    const own = await stopping.signIn();
    const plainDataObj = { otlpEndpoint: `${receiver.url}/last` };
    const payload = { name: 'Last', credentialName: 'otlpApi', plainDataObj };
    const secret = await own.inject({ method: 'POST', url: `${studio}/credentials`, payload });
    const flowId = await makeFlow(own, await talkingFlow(own));
    const openTelemetry = { status: true, credentialId: secret.json<{ id: string }>().id };
    await own.inject({
      method: 'PATCH',
      url: `${studio}/flows/${flowId}/settings`,
      payload: { isPublic: true, analytic: { openTelemetry } },
    });
    const url = `/api/v1/prediction/${flowId}`;
    await stopping.inject({ method: 'POST', url, payload: { question: 'Still there?' } });
    await stopping.close();
    expect(receiver.received.filter(({ path }) => path === '/last/v1/traces')).toHaveLength(1);
  });
});

function spansOf({ resourceSpans }: OtlpRequest): OtlpSpan[] {
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

function named(spans: OtlpSpan[], name: string): OtlpSpan {
  const span = spans.find((one) => one.name === name);
  if (!span) throw new Error(`No span ${name} among ${spans.map((one) => one.name).join(', ')}`);
  return span;
}

function valuesOf(attributes: OtlpAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
