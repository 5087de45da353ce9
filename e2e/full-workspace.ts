import type { ApiKey } from '@tendril/contract/api/api-keys';
import type { FlowDetail } from '@tendril/contract/api/flows';
import { hubPrefix } from '@tendril/contract/api/hub';
import { phoneNumbersPath } from '@tendril/contract/api/phone-numbers';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { TemplateCard } from '@tendril/contract/api/template-gallery';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import type { ApiClient } from './api-client.ts';
import { talk } from './talk.ts';

/** What a filled workspace holds: one of each thing that has a page of its own. */
export interface FullWorkspace {
  flowId: string;
  pipelineId: string;
  agentFlowId: string;
  formFlowId: string;
  agentId: string;
  assistantId: string;
  storeId: string;
  loaderId: string;
  /** A loader of files, in a knowledge base of its own. */
  files: { storeId: string; loaderId: string };
  callId: string;
  templateId: string;
}

interface Named {
  id: string;
}

/** Something in every list of a workspace, in each of the states that a list distinguishes. */
export async function fillWorkspace(client: ApiClient): Promise<FullWorkspace> {
  const flow = await fillFlows(client);
  const templates = await client.call<TemplateCard[]>('GET', 'templates/cards');
  const approval = templates.find(({ name }) => name === 'Refund with approval');
  if (!approval) throw new Error('There is no template that asks for approval.');
  const pipelineId = await fillPipelines(client, approval.id);
  await fillSettings(client, flow.id);
  const { storeId, loaderId } = await fillKnowledge(client);
  const assistantId = await fillAssistants(client, storeId);
  return {
    flowId: flow.id,
    pipelineId,
    agentFlowId: (await client.call<Named>('POST', 'templates/support-triage/flows')).id,
    formFlowId: await fillForm(client),
    ...(await fillVoice(client)),
    assistantId,
    storeId,
    loaderId,
    files: await fillFiles(client),
    templateId: approval.id,
  };
}

/** Changes a flow as it stands now, whichever revision that is. */
async function write(
  client: ApiClient,
  method: string,
  id: string,
  path: string,
  body: object,
): Promise<void> {
  const { draftRevision } = await client.call<FlowDetail>('GET', `flows/${id}`);
  const answer = await client.send(method, `flows/${id}/${path}`, body, {
    'if-match': String(draftRevision),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}

const ask = (client: ApiClient, flowId: string, question: string, chatId: string) =>
  client.call<{ chatMessageId: string }>('POST', `prediction/${flowId}`, { question, chatId });

/** A live agent flow that anybody may start by filling in its form. */
async function fillForm(client: ApiClient): Promise<string> {
  const step = (name: string, inputs: object) => {
    const id = `${name}_0`;
    return { id, type: 'agentFlow', position: { x: 0, y: 0 }, data: { id, name, label: name, inputs } };
  };
  const start = step('startAgentflow', {
    startInputType: 'formInput',
    formTitle: 'Book a visit',
    formDescription: 'We answer within a day.',
    formInputTypes: [
      { type: 'string', label: 'Your name', name: 'who' },
      { type: 'number', label: 'Guests', name: 'guests' },
      {
        type: 'options',
        label: 'Day',
        name: 'day',
        addOptions: [{ option: 'Monday' }, { option: 'Friday' }],
      },
    ],
  });
  const reply = step('directReplyAgentflow', { directReplyMessage: 'See you, {{ $form.who }}.' });
  const edge = { source: start.id, target: reply.id, targetHandle: reply.id, type: 'agentFlow' };
  const edges = [{ ...edge, sourceHandle: `${start.id}-output-startAgentflow` }];
  const flow = { name: 'Book a visit', type: 'AGENTFLOW', flowData: { nodes: [start, reply], edges } };
  const { id } = await client.call<Named>('POST', 'flows', flow);
  await client.call('PATCH', `flows/${id}/settings`, { isPublic: true });
  await write(client, 'POST', id, 'publish', {});
  return id;
}

/** A live flow with runs, tags and a folder; one with a draft; one that never went live; one that fails. */
async function fillFlows(client: ApiClient): Promise<FlowDetail> {
  const empty = {
    type: 'CHATFLOW',
    description: 'Reads supplier invoices and flags totals that do not add up.',
  };
  const blank = await client.call<Named>('POST', 'flows', { ...empty, name: 'Invoice field extractor' });
  const phone = await client.call<Named>('POST', 'flows/starters/appointment-agent', {});
  const edited = await client.call<FlowDetail>('POST', 'flows/starters/support-bot', {});
  await client.call('PATCH', `flows/${edited.id}`, {
    name: 'Contract clause finder with a name that is long',
  });
  const flow = await client.call<FlowDetail>('POST', 'flows/starters/support-bot', {});
  for (const { id } of [phone, flow, edited]) await write(client, 'POST', id, 'publish', {});
  await write(client, 'PUT', edited.id, 'draft', {
    flowData: { ...edited.flowData, nodes: edited.flowData.nodes.slice(1) },
  });
  for (const question of [
    'How much does shipping cost?',
    'What is your return policy?',
    'Do you ship to Corsica?',
  ]) {
    const { chatMessageId } = await ask(client, flow.id, question, 'visitor-1');
    const rating = {
      chatId: 'visitor-1',
      messageId: chatMessageId,
      rating: 'THUMBS_DOWN',
      content: 'Too short',
    };
    await client.call('POST', `feedback/${flow.id}`, rating);
  }
  await client.call('POST', 'leads', { chatflowid: flow.id, name: 'Dana', email: 'dana@example.com' });
  await client.call('POST', `vector/internal-upsert/${flow.id}`, {});
  // What lacks its key fails: the list shows its errors.
  await client.send('POST', `prediction/${blank.id}`, { question: 'Anything?' });
  await client.call('PATCH', 'flows', {
    ids: [flow.id, phone.id],
    folder: 'Shop',
    addTags: ['support', 'website'],
  });
  await client.call('PATCH', 'flows', { ids: [blank.id], addTags: ['finance'] });
  await client.call('POST', 'templates', {
    flowId: flow.id,
    name: 'House style',
    description: 'How we answer.',
  });
  return await client.call<FlowDetail>('GET', `flows/${flow.id}`);
}

/** A pipeline that has run, of which one run waits for a person. */
async function fillPipelines(client: ApiClient, templateId: string): Promise<string> {
  const { id } = await client.call<Named>('POST', `templates/${templateId}/flows`, {});
  await write(client, 'POST', id, 'publish', {});
  await ask(client, id, 'Please refund order 1042', 'visitor-2');
  await client.call('POST', 'flows', { name: 'Night triage', type: 'MULTIAGENT' });
  return id;
}

async function fillSettings(client: ApiClient, flowId: string): Promise<void> {
  const chosen = { keyName: 'Website', scope: 'flows', flowIds: [flowId] };
  await client.call<ApiKey>('POST', 'apikey', chosen);
  const expiresAt = Date.now() + 86_400_000;
  await client.call<ApiKey>('POST', 'apikey', { keyName: 'Reporting', scope: 'read', expiresAt });
  const secrets = [
    ['openAIApi', 'OpenAI production', { openAIApiKey: 'sk-not-a-real-key-7f3a' }],
    ['anthropicApi', 'Anthropic production', { anthropicApiKey: 'sk-ant-not-real-91bc' }],
    ['deepgramApi', 'Deepgram speech', { deepgramApiKey: 'dg-not-real-04c9' }],
    ['elevenLabsApi', 'Voices', { elevenLabsApiKey: 'el-not-real-22aa' }],
    ['googleGenerativeAI', 'Gemini', { googleGenerativeAPIKey: 'g-not-real-1234' }],
    ['twilioApi', 'Carrier', { accountSid: 'AC1', authToken: 'token-not-real' }],
  ] as const;
  for (const [credentialName, name, plainDataObj] of secrets)
    await client.call('POST', 'credentials', { name, credentialName, plainDataObj });
  for (const body of [
    { name: 'town', value: 'Turin' },
    { name: 'token', value: 'hidden', isSecret: true },
    { name: 'region', type: 'runtime' },
  ])
    await client.call('POST', 'variables', body);
  await client.call('POST', 'tools', {
    name: 'order_status',
    description: 'Finds an order by its number and says where it is.',
    schema: '[{"property":"order","type":"string","description":"Its number","required":true}]',
    func: 'return "Order " + $order + " is in Lyon.";',
  });
  const server = { name: 'Ferry', url: 'http://127.0.0.1:9/mcp', auth: 'none', headerName: '' };
  await client.send('POST', 'mcp-servers', server);
}

/** A store whose loader is split and embedded. */
async function fillKnowledge(client: ApiClient): Promise<{ storeId: string; loaderId: string }> {
  const { id } = await client.call<Named>('POST', 'document-store/store', {
    name: 'Workshop handbook',
    description: 'Opening hours, prices and what a service holds.',
  });
  const text = Array.from(
    { length: 12 },
    (_, at) =>
      `Rule ${at + 1}\nA service costs ${40 + at} euros and takes ${at + 1} days. Bring the bicycle in the morning.`,
  ).join('\n\n');
  const loader = await client.call<Named>('POST', 'document-store/loader/save', {
    storeId: id,
    loaderId: 'plainText',
    loaderName: 'Handbook',
    loaderConfig: { text },
    splitterId: 'recursiveCharacterTextSplitter',
    splitterConfig: { chunkSize: 200, chunkOverlap: 20 },
  });
  await client.call('POST', `document-store/loader/process/${loader.id}`, { storeId: id });
  const isThere = async () => {
    const { totalChunks } = await client.call<{ totalChunks: number }>('GET', `document-store/store/${id}`);
    return totalChunks > 0;
  };
  for (let tries = 0; tries < 100 && !(await isThere()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  await client.call('POST', 'document-store/vectorstore/insert', { storeId: id });
  await client.call('POST', 'document-store/store', { name: 'Not filled yet' });
  return { storeId: id, loaderId: loader.id };
}

/** A source of files, of which one cannot be read. */
async function fillFiles(client: ApiClient): Promise<{ storeId: string; loaderId: string }> {
  const { id: storeId } = await client.call<Named>('POST', 'document-store/store', { name: 'Boat house' });
  const file = (name: string, text: string) =>
    `data:text/plain;base64,${Buffer.from(text).toString('base64')},filename:${name}`;
  const { id: loaderId } = await client.call<Named>('POST', 'document-store/loader/save', {
    storeId,
    loaderId: 'fileLoader',
    loaderName: 'House rules',
    loaderConfig: {
      file: JSON.stringify([
        file('boats.md', 'Boats go to the north harbour.'),
        file('lamps.md', 'The lamp in the attic is green.'),
        file('prices.json', '{"rope": 12,'),
      ]),
    },
    splitterId: 'structureTextSplitter',
  });
  await client.call('POST', `document-store/loader/process/${loaderId}`, { storeId });
  return { storeId, loaderId };
}

async function fillAssistants(client: ApiClient, storeId: string): Promise<string> {
  const details = {
    name: 'Front desk',
    instruction: 'Answer guests in one sentence.',
    chatModel: { name: 'demoModel', label: 'Demo model', inputs: {} },
    documentStores: [{ id: storeId, name: 'Workshop handbook', description: 'The rules of the workshop' }],
    tools: [{ name: 'calculator', inputs: {} }],
  };
  const { id } = await client.call<Named>('POST', 'assistants', {
    details: JSON.stringify(details),
    type: 'CUSTOM',
  });
  const vendor = { name: 'Old helper', instructions: 'Help.', model: 'gpt-4o' };
  await client.call('POST', 'assistants', { details: JSON.stringify(vendor), type: 'OPENAI' });
  return id;
}

/** An agent with unfinished functions, versions and a typed call; numbers of which one has no trunk. */
async function fillVoice(client: ApiClient): Promise<{ agentId: string; callId: string }> {
  const fields = { agentName: 'Front desk', voiceSpeed: 1.3, enableVoicemailDetection: true };
  const { data } = await client.call<{ data: VoiceAgent }>('POST', agentsPrefix, fields);
  await client.call('PUT', `${hubPrefix}/llms/${data.responseEngineLlmId}`, {
    credentialId: 'demo',
    beginMode: 'user',
    generalPrompt:
      '## Role\nGreet {{caller_name}}. The shop opens at seven. See desk.example/visit and call end_call.',
    functions: [
      { id: 'end', type: 'end_call', name: 'end_call', description: '' },
      { id: 'digit', type: 'press_digit', name: '', description: '', delayMs: 1000 },
    ],
    defaultDynamicVariables: { caller_name: 'Dana' },
  });
  // Before there is a webhook, so that nothing is sent of it.
  const callId = await talk(client, data.id, 'draft', 'text');
  await client.call('PUT', `${agentsPrefix}/${data.id}/settings`, {
    fallbackVoiceIds: ['11labs-Brian', 'openai-Alloy'],
    postCallFields: [
      { id: 'f1', type: 'enum', name: '', description: '', choices: [], examples: [], isRequired: true },
    ],
    webhookUrl: 'https://hooks.example/calls',
  });
  await client.call('POST', `${agentsPrefix}/${data.id}/versions`, { note: 'First words' });
  await client.call('PUT', `${agentsPrefix}/${data.id}`, { responsiveness: 0.7 });
  await fillSimulations(client, data.id);
  const inboundAgents = [{ agentId: data.id, versionId: null, weight: 1 }];
  await client.call('POST', phoneNumbersPath, {
    phoneNumber: '+15125550142',
    provider: 'sip',
    inboundAgents,
  });
  await client.call('POST', phoneNumbersPath, { phoneNumber: '+442079460318', provider: 'twilio' });
  return { agentId: data.id, callId };
}

async function fillSimulations(client: ApiClient, agentId: string): Promise<void> {
  const cases = `${agentsPrefix}/${agentId}/simulations`;
  for (const [name, words] of [
    ['Opening hours', 'seven'],
    ['Fails on purpose', 'the moon'],
  ] as const) {
    const { data } = await client.call<{ data: Named }>('POST', cases, {
      name,
      caller: { type: 'script', lines: ['When does the shop open?'] },
      variables: {},
      toolMocks: [],
      checks: [{ type: 'says', text: words }],
      maxTurns: 5,
    });
    await client.call('POST', `${hubPrefix}/simulations/${data.id}/runs`, {});
  }
}
