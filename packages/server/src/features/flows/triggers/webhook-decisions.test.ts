import { createHmac } from 'node:crypto';
import type { PredictionAnswer } from '@tendril/contract/api/predictions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentEdge as edge, agentNode as node } from '../../../testing/agent-flow-fixtures.ts';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { openReceiver, type WebhookReceiver } from '../../../testing/webhook-receiver.ts';

const secret = 'whsec_shared_with_the_sender';
const signed = { webhookEnableAuth: true, webhookSecret: secret };

describe.each(databases)('decisions by webhook on %s', { timeout: 20_000 }, (database) => {
  let app: TestApp;
  let user: TestUser;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await openReceiver();
    const config = { egressAllow: [receiver.host], visitorAnswersPerMinute: 0 };
    app = await createTestApp({ database, config });
    user = await app.signIn();
  });
  afterAll(async () => {
    await app.close();
    receiver.close();
  });

  /** Started by a webhook, it asks as often as `names` has names, and answers with what it was started with. */
  async function make(start: object, names = ['first']): Promise<string> {
    const steps = names.map((name) => `humanInputAgentflow_${name}`);
    const flowData = {
      nodes: [
        node('startAgentflow_0', { startInputType: 'webhookTrigger', webhookMethod: 'POST', ...start }),
        ...steps.map((id) =>
          node(id, {
            humanInputDescriptionType: 'fixed',
            humanInputDescription: `May I? ${id}`,
            humanInputEnableFeedback: true,
          }),
        ),
        node('directReplyAgentflow_0', { directReplyMessage: 'Sent {{ $webhook.body.order }}.' }),
        node('directReplyAgentflow_1', { directReplyMessage: 'Not sent.' }),
      ],
      edges: [
        edge('startAgentflow_0', steps[0] ?? ''),
        ...steps.slice(1).map((id, index) => edge(steps[index] ?? '', id, '0')),
        edge(steps.at(-1) ?? '', 'directReplyAgentflow_0', '0'),
        ...steps.map((id) => edge(id, 'directReplyAgentflow_1', '1')),
      ],
    };
    const payload = { name: 'Orders', type: 'AGENTFLOW', flowData };
    const made = await user.inject({ method: 'POST', url: `${studio}/flows`, payload });
    expect(made.statusCode, made.body).toBe(201);
    return made.json<{ id: string }>().id;
  }

  async function makePublic(start: object): Promise<string> {
    const id = await make(start);
    const payload = { isPublic: true };
    await user.inject({ method: 'PATCH', url: `${studio}/flows/${id}/settings`, payload });
    return id;
  }

  const send = (id: string, body: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/api/v1/webhook/${id}`, headers, payload: body });
  const sendSigned = (id: string, body: object) => {
    const payload = JSON.stringify(body);
    const signature = createHmac('sha256', secret).update(payload).digest('hex');
    return app.inject({
      method: 'POST',
      url: `/api/v1/webhook/${id}`,
      headers: { 'content-type': 'application/json', 'x-webhook-signature': `sha256=${signature}` },
      payload,
    });
  };
  const statesOf = async (id: string) =>
    (await user.inject({ method: 'GET', url: `${studio}/flows/${id}/runs` }))
      .json<{ data: { status: string }[] }>()
      .data.map(({ status }) => status);

  it.each([
    ['proceed', 'Sent 17.'],
    ['reject', 'Not sent.'],
  ])('let the run that waits go on with what it was started with: %s', async (type, text) => {
    const id = await make(signed);
    const asked = (await sendSigned(id, { order: 17 })).json<PredictionAnswer>();
    expect(asked.action).toMatchObject({
      elements: [{ type: 'agentflowv2-approve-button' }, { type: 'agentflowv2-reject-button' }],
      data: { nodeId: 'humanInputAgentflow_first' },
    });
    const { chatId } = asked;
    const humanInput = { type, startNodeId: 'humanInputAgentflow_first', feedback: 'Well.' };
    const decided = await sendSigned(id, { chatId, order: 99, humanInput });
    expect([decided.statusCode, decided.json()]).toMatchObject([200, { text, chatId }]);
    const again = await sendSigned(id, { chatId, order: 99, humanInput });
    expect(again.json()).toMatchObject({ status: 'DONE', isRepeated: true });
    const url = `${studio}/flows/${id}/firings`;
    const firings = (await user.inject({ method: 'GET', url })).json<{ data: object[] }>().data;
    expect(firings).toMatchObject([{ state: 'started' }, { state: 'started' }]);
  });

  it('ask for no parameters of the Start node, which describe what starts a run', async () => {
    const webhookBodyParams = [{ name: 'order', type: 'number', required: true }];
    const id = await make({ ...signed, webhookEnableValidation: true, webhookBodyParams });
    const { chatId } = (await sendSigned(id, { order: 17 })).json<PredictionAnswer>();
    expect((await sendSigned(id, { chatId })).statusCode).toBe(400);
    const decided = await sendSigned(id, { chatId, humanInput: { type: 'proceed' } });
    expect(decided.json()).toMatchObject({ text: 'Sent 17.' });
  });

  it('answer one question each, and nothing else', async () => {
    const id = await make(signed, ['first', 'second']);
    const { chatId } = (await sendSigned(id, { order: 1 })).json<PredictionAnswer>();
    const by = (name: string) => ({
      chatId,
      humanInput: { type: 'proceed', startNodeId: `humanInputAgentflow_${name}` },
    });
    const early = await sendSigned(id, by('second'));
    expect([early.statusCode, early.json().code]).toEqual([409, 'CONFLICT']);
    const next = (await sendSigned(id, by('first'))).json<PredictionAnswer>();
    expect(next.action).toMatchObject({ data: { nodeId: 'humanInputAgentflow_second' } });
    expect((await sendSigned(id, by('first'))).json()).toMatchObject({ isRepeated: true });
    expect((await statesOf(id))[0]).toBe('waiting');
    const last = await sendSigned(id, { ...by('second'), sentBy: 'Ada' });
    expect(last.json()).toMatchObject({ text: 'Sent 1.' });
  });

  it('start nothing where no run waits, or where they say nothing of use', async () => {
    const id = await make(signed);
    const chatId = 'no-such-chat';
    const none = await sendSigned(id, { chatId, humanInput: { type: 'proceed' } });
    expect(none.statusCode).toBe(409);
    const wrong = await sendSigned(id, { chatId, humanInput: { type: 'perhaps' } });
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, expect.stringContaining('humanInput')]);
    const nameless = await sendSigned(id, { humanInput: { type: 'proceed' } });
    expect([nameless.statusCode, nameless.json().message]).toEqual([400, expect.stringContaining('chatId')]);
    expect(await statesOf(id)).toEqual([]);
    expect((await sendSigned(id, { order: 3, humanInput: null })).json()).toMatchObject({ action: {} });
  });

  it('come from everybody to a public flow, but only to chats whose names were made for them', async () => {
    const id = await makePublic({});
    const { chatId } = (await send(id, { order: 5 })).json<PredictionAnswer>();
    const own = await user.inject({
      method: 'POST',
      url: `${studio}/webhook/${id}`,
      payload: { chatId: 'orders', order: 6 },
    });
    expect(own.json()).toMatchObject({ chatId: 'orders', action: {} });
    const humanInput = { type: 'proceed' };
    expect((await send(id, { chatId: 'orders', humanInput })).statusCode).toBe(400);
    expect((await send(id, { chatId, humanInput })).json()).toMatchObject({ text: 'Sent 5.' });
    const unsigned = await send(await make(signed), { chatId, humanInput });
    expect(unsigned.statusCode).toBe(401);
  });

  it('are carried out in the background where the flow answers at once, and its callback hears both ends', async () => {
    const id = await make({ ...signed, webhookResponseMode: 'async', callbackUrl: `${receiver.url}/done` });
    const first = receiver.received.length;
    const said = (index: number) => JSON.parse(receiver.received[first + index]?.body ?? '{}');
    const { chatId } = (await sendSigned(id, { order: 8 })).json<{ chatId: string }>();
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(first + 1);
    expect(said(0)).toMatchObject({
      status: 'STOPPED',
      chatId,
      data: {
        text: expect.stringContaining('May I?'),
        executionId: expect.any(String),
        action: {
          elements: [{ type: 'agentflowv2-approve-button' }, { type: 'agentflowv2-reject-button' }],
          data: { nodeId: 'humanInputAgentflow_first', input: { humanInputEnableFeedback: true } },
        },
      },
    });
    const taken = await sendSigned(id, { chatId, humanInput: { type: 'proceed' } });
    expect([taken.statusCode, taken.json()]).toMatchObject([202, { chatId, status: 'PROCESSING' }]);
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(first + 2);
    expect(said(1)).toMatchObject({ status: 'SUCCESS', chatId, data: { text: 'Sent 8.' } });
    await sendSigned(id, { chatId, humanInput: { type: 'reject' } });
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(first + 3);
    expect(said(2)).toMatchObject({ status: 'ERROR', chatId });
  });
});
