import { createCredential } from '@tendril/contract/api/credentials';
import type Retell from 'retell-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AnsweringModel,
  type AskedMessage,
  startAnsweringModel,
} from '../../../testing/answering-model.ts';
import { CallClient } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { refusalOf as refused, retellClient } from '../../../testing/retell-client.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

/** Decides by the caller's words, and otherwise says which instruction it was given. */
function answerAs(messages: readonly AskedMessage[]): string {
  const last = messages.at(-1)?.content ?? '';
  if (last.includes('"scenarios"')) {
    const { input, scenarios } = JSON.parse(last) as { input: string; scenarios: string[] };
    const chosen = scenarios.find((one) => input.toLowerCase().includes(one.split(' ').at(-1) ?? '-'));
    return JSON.stringify({ output: chosen ?? scenarios.at(-1) });
  }
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  if (system.at(-1)?.startsWith('Take the values')) return JSON.stringify({ city: 'Rome' });
  return `As told: ${system.at(-1)}`;
}

const prompt = (id: string, words: string, to: string) => ({
  id,
  transition_condition: { type: 'prompt' as const, prompt: words },
  destination_node_id: to,
});
const shop: Retell.ConversationFlowCreateParams = {
  model_choice: { type: 'cascading', model: 'gpt-4.1' },
  start_speaker: 'agent',
  global_prompt: 'You sell lamps.',
  start_node_id: 'hello',
  nodes: [
    {
      id: 'hello',
      type: 'conversation',
      name: 'Hello',
      instruction: { type: 'prompt', text: 'Greet {{name}}.' },
      edges: [
        prompt('e1', 'The caller wants a lamp', 'city'),
        prompt('e2', 'The caller says goodbye', 'bye'),
      ],
    },
    {
      id: 'city',
      type: 'extract_dynamic_variables',
      variables: [{ type: 'string', name: 'city', description: 'Where they live' }],
      edges: [],
      else_edge: { ...prompt('e3', 'Else', 'far'), transition_condition: { type: 'prompt', prompt: 'Else' } },
    },
    {
      id: 'far',
      type: 'branch',
      edges: [
        {
          id: 'e4',
          transition_condition: {
            type: 'equation',
            operator: '||',
            equations: [{ left: '{{city}}', operator: '==', right: 'Rome' }],
          },
          destination_node_id: 'rome',
        },
      ],
      else_edge: { ...prompt('e5', 'Else', 'bye'), transition_condition: { type: 'prompt', prompt: 'Else' } },
    },
    {
      id: 'rome',
      type: 'conversation',
      instruction: { type: 'static_text', text: 'We deliver to {{city}} on Monday.' },
      edges: [prompt('e6', 'The caller says goodbye', 'bye')],
    },
    { id: 'bye', type: 'end', instruction: { type: 'static_text', text: 'Goodbye {{name}}.' } },
  ],
};

describe.each(databases)('retell-sdk draws conversation flows on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let model: AnsweringModel;
  let address: string;
  let client: Retell;

  beforeAll(async () => {
    model = await startAnsweringModel(answerAs);
    app = await createTestApp({ database, config: { egressAllow: [model.host] } });
    user = await app.signIn();
    address = await app.listen();
    client = retellClient(address, (await makeKey(app, user.caller.workspaceId)).key);
    await user.inject({
      method: 'POST',
      url: createCredential.path,
      payload: {
        name: 'Played',
        credentialName: 'openAIApi',
        plainDataObj: { openAIApiKey: 'sk-1', basePath: model.url },
      },
    });
  });
  afterAll(async () => {
    model.close();
    await app.close();
  });

  it('R-25: a flow becomes a pipeline, is read back as it was, changed, listed and deleted', async () => {
    const made = await client.conversationFlow.create(shop);
    const id = made.conversation_flow_id;
    expect(made).toMatchObject({ ...shop, version: expect.any(Number) });
    expect(made).toMatchObject({ not_carried_over: [{ path: 'start_speaker' }] });
    const read = await client.conversationFlow.retrieve(id);
    expect(read).toEqual(made);
    const changed = await client.conversationFlow.update(id, { global_prompt: 'You sell chairs.' });
    expect(changed).toMatchObject({ nodes: shop.nodes, global_prompt: 'You sell chairs.' });
    // What a client read it may send back.
    await client.conversationFlow.update(id, changed as unknown as Retell.ConversationFlowUpdateParams);
    const other = await client.conversationFlow.create({ ...shop, nodes: [], start_node_id: null });
    const first = await client.conversationFlow.list({ limit: 1 });
    expect(first).toMatchObject({
      has_more: true,
      items: [{ conversation_flow_id: other.conversation_flow_id }],
    });
    const rest = await client.conversationFlow.list({ pagination_key: first.pagination_key ?? '' });
    expect(rest.items?.map((one) => one.conversation_flow_id)).toEqual([id]);
    await client.conversationFlow.delete(other.conversation_flow_id);
    await client.conversationFlow.delete(id);
    expect((await refused(client.conversationFlow.retrieve(id)))[0]).toBe(422);
  });

  it('R-25: an agent that answers by a flow walks it over several turns, and its end ends the chat', async () => {
    const flow = await client.conversationFlow.create(shop);
    const agent = await client.chatAgent.create({
      response_engine: { type: 'conversation-flow', conversation_flow_id: flow.conversation_flow_id },
    });
    const { chat_id } = await client.chat.create({
      agent_id: agent.agent_id,
      retell_llm_dynamic_variables: { name: 'Ada' },
    });
    const say = async (content: string) =>
      (await client.chat.createChatCompletion({ chat_id, content })).messages.map((one) =>
        'content' in one ? one.content : '',
      );
    expect(await say('Hello?')).toEqual(['As told: Greet Ada.']);
    // No edge fits: the node speaks again.
    expect(await say('What a day')).toEqual(['As told: Greet Ada.']);
    expect(await say('I need a lamp')).toEqual(['We deliver to Rome on Monday.']);
    expect(await say('Then goodbye')).toEqual(['Goodbye Ada.']);
    await expect
      .poll(async () => (await client.chat.retrieve(chat_id)).chat_status, { timeout: 10_000 })
      .toBe('ended');
    const seen = model.asked.map(({ messages }) => messages.map(({ content }) => content));
    expect(seen.some(([first]) => first === 'You sell lamps.')).toBe(true);
  });

  it('a call says where its flow goes on, while it lasts and in its transcript', async () => {
    const flow = await client.conversationFlow.create(shop);
    const agent = await client.agent.create({
      response_engine: { type: 'conversation-flow', conversation_flow_id: flow.conversation_flow_id },
      // Of a vendor without a key: a local voice speaks.
      voice_id: '11labs-Adrian',
    });
    const made = await client.call.createWebCall({
      agent_id: agent.agent_id,
      retell_llm_dynamic_variables: { name: 'Ada' },
    });
    const { socket_url: socketUrl } = made as unknown as { socket_url: string };
    const { origin, pathname } = new URL(socketUrl.replace('ws', 'http'));
    const page = new CallClient(origin, pathname, made.access_token, 'https://shop.example');
    await page.event('call-start');
    await page.say('What a day');
    await page.say('I need a lamp');
    const moved = await page.event('node-transition');
    expect([moved.from.name, moved.to.name]).toEqual(['Hello', expect.any(String)]);
    page.send({ type: 'hang-up' });
    await page.closed;
    const { transcript_with_tool_calls: said = [] } = await client.call.retrieve(made.call_id);
    const last = said.slice(-3).map(({ role }) => role);
    expect(last).toEqual(['user', 'node_transition', 'agent']);
    expect(said.filter(({ role }) => role === 'node_transition')).toEqual([
      {
        role: 'node_transition',
        former_node_id: moved.from.id,
        former_node_name: 'Hello',
        new_node_id: moved.to.id,
        new_node_name: moved.to.name,
        transition_type: 'normal',
      },
    ]);
  });

  it('a pipeline that was drawn by hand is read as far as it goes, and not overwritten', async () => {
    const id = await makeFlow(user, await talkingFlow(user));
    const read = await client.conversationFlow.retrieve(id);
    expect(read).toMatchObject({ nodes: [], not_carried_over: expect.arrayContaining([]) });
    expect((read as unknown as { not_carried_over: unknown[] }).not_carried_over).toHaveLength(3);
    expect(await refused(client.conversationFlow.update(id, { global_prompt: 'x' }))).toEqual([
      409,
      expect.stringContaining('canvas'),
    ]);
  });

  it('components are kept, read, changed, listed and deleted', async () => {
    const nodes = shop.nodes?.slice(4) as Retell.ConversationFlowComponentCreateParams['nodes'];
    const made = await client.conversationFlowComponent.create({ name: 'Goodbye', nodes });
    const id = made.conversation_flow_component_id;
    expect(await client.conversationFlowComponent.retrieve(id)).toEqual(made);
    expect(await client.conversationFlowComponent.update(id, { name: 'Farewell' })).toMatchObject({
      name: 'Farewell',
      nodes,
    });
    const { items = [] } = await client.conversationFlowComponent.list();
    expect(items.map((one) => one.conversation_flow_component_id)).toEqual([id]);
    await client.conversationFlowComponent.delete(id);
    expect((await refused(client.conversationFlowComponent.retrieve(id)))[0]).toBe(422);
  });

  it('a flow that leads nowhere is refused with the field named, and another workspace finds none', async () => {
    const lost = { ...shop, nodes: shop.nodes?.slice(0, 1) ?? [] };
    expect(await refused(client.conversationFlow.create(lost))).toEqual([
      400,
      expect.stringContaining('nodes.0.edges.0.destination_node_id'),
    ]);
    const flow = await client.conversationFlow.create(shop);
    const outsider = retellClient(address, (await makeKey(app)).key);
    const id = flow.conversation_flow_id;
    for (const attempt of [
      () => outsider.conversationFlow.retrieve(id),
      () => outsider.conversationFlow.update(id, { global_prompt: 'Mine' }),
      () => outsider.conversationFlow.delete(id),
    ])
      expect((await refused(attempt()))[0]).toBe(422);
    const reading = await makeKey(app, user.caller.workspaceId);
    const { db } = app.infrastructure;
    await db.updateTable('api_key').set({ scope: 'read' }).where('id', '=', reading.keyId).execute();
    const reader = retellClient(address, reading.key);
    expect((await refused(reader.conversationFlow.create(shop)))[0]).toBe(403);
    expect((await reader.conversationFlow.retrieve(id)).conversation_flow_id).toBe(id);
  });
});
