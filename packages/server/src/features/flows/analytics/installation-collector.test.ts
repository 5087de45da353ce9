import { afterEach, expect, it } from 'vitest';
import { makeFlow, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { openReceiver, playStatuses, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';
import type { OtlpRequest } from './otlp-request.ts';

let receiver: WebhookReceiver | undefined;
afterEach(() => receiver?.close());

/** Asks a flow that names no receiver; returns the spans that the collector got, and everything as text. */
async function askTraced(captureContent: 'true' | 'false') {
  receiver = await openReceiver();
  receiver.play = playStatuses(200);
  const app = await createTestApp({
    config: {
      otlpTracesEndpoint: `http://${receiver.host}/otel/traces`,
      otlpProtocol: 'http/json',
      captureContent,
    },
  });
  const user = await app.signIn();
  const flowId = await makeFlow(user, await talkingFlow(user), 'Garden desk');
  const question = 'Which apple keeps longest?';
  const url = `/api/v1/prediction/${flowId}`;
  const answer = await user.inject({ method: 'POST', url, payload: { question, streaming: false } });
  expect(answer.statusCode, answer.body).toBe(200);
  const run = await app.infrastructure.db.selectFrom('run').select('id').executeTakeFirstOrThrow();
  const processId = app.infrastructure.processes.id;
  await app.close();
  const sent = receiver.received.filter(({ path }) => path === '/otel/traces');
  const bodies = sent.map(({ body }) => JSON.parse(String(body)) as OtlpRequest);
  const [resource] = bodies.flatMap(({ resourceSpans }) => resourceSpans.map((one) => one.resource));
  const spans = bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
  );
  return { runId: run.id, processId, spans, resource, text: JSON.stringify(bodies), question };
}

it('the collector of the installation gets every run with its process, and nothing that was said', async () => {
  const { runId, processId, spans, resource, text, question } = await askTraced('false');
  expect(spans.map(({ name }) => name)).toContain('invoke_workflow Garden desk');
  expect(spans.some(({ name }) => name.startsWith('chat '))).toBe(true);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([runId.replaceAll('-', '')]));
  expect(resource?.attributes).toContainEqual({
    key: 'service.instance.id',
    value: { stringValue: processId },
  });
  expect(text).toContain('gen_ai.usage.input_tokens');
  expect(text).not.toContain(question);
  expect(text).not.toContain('gen_ai.output.messages');
});

it('contents are sent where the setting says so', async () => {
  const { text, question } = await askTraced('true');
  expect(text).toContain(question);
  expect(text).toContain('gen_ai.output.messages');
});
