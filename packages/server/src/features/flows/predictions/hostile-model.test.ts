import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCredential } from '@tendril/contract/api/credentials';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnsweringModel, startAnsweringModel } from '../../../testing/answering-model.ts';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const at = { x: 0, y: 0 };
/** What it says is taken as it stands by the step after it. */
const answerOfModel = '{{ llmAgentflow_0 }}';

describe('ATK-143: what a model says, in the step after it', () => {
  let app: TestApp;
  let user: TestUser;
  let model: AnsweringModel;
  let credential: string;
  /** Inside of the network: no flow may reach it. */
  let inside: Server;
  let insideUrl: string;
  const reached: string[] = [];
  let says = '';

  beforeAll(async () => {
    model = await startAnsweringModel(() => says);
    inside = createServer((request, response) => {
      reached.push(request.url ?? '');
      response.end('inside');
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    insideUrl = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`;
    app = await createTestApp({ config: { egressAllow: [model.host] } });
    user = await app.signIn();
    const plainDataObj = { openAIApiKey: 'sk-canary-of-the-model', basePath: model.url };
    const payload = { name: 'Played', credentialName: 'openAIApi', plainDataObj };
    credential = (await user.inject({ method: 'POST', url: createCredential.path, payload })).json<{
      id: string;
    }>().id;
  });
  afterAll(async () => {
    await app.close();
    model.close();
    inside.close();
  });
  beforeEach(() => {
    reached.length = 0;
  });

  async function ask(step: string, inputs: Record<string, unknown>) {
    const flow = new FlowBuilder(await readTemplates(user));
    const start = flow.add('startAgentflow', at, { startInputType: 'chatInput' });
    const llm = flow.add('llmAgentflow', at, {
      llmModel: 'chatOpenAI',
      llmModelConfig: { llmModel: 'chatOpenAI', modelName: 'gpt-4.1', FLOWISE_CREDENTIAL_ID: credential },
      llmMessages: [],
      llmEnableMemory: false,
      llmReturnResponseAs: 'userMessage',
    });
    flow.lead(start, llm);
    flow.lead(llm, flow.add(step, at, inputs));
    const id = await makeFlow(user, flow.build(), 'Hostile', 'AGENTFLOW');
    const url = `${studio}/internal-prediction/${id}`;
    const answer = await user.inject({ method: 'POST', url, payload: { question: 'Go on.' } });
    expect(model.asked.length).toBeGreaterThan(0);
    return answer;
  }

  it.each([
    () => insideUrl,
    () => `http://localhost:${new URL(insideUrl).port}/`,
    () => `http://[::ffff:127.0.0.1]:${new URL(insideUrl).port}/`,
    () => 'http://169.254.169.254/latest/meta-data/',
    () => 'file:///etc/passwd',
    () => `http://someone@127.0.0.1:${new URL(insideUrl).port}/`,
  ])('as an address leads nowhere inside (%#)', async (address) => {
    says = address();
    const answer = await ask('httpAgentflow', { method: 'GET', url: answerOfModel });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain('root:');
    expect(reached).toEqual([]);
  });

  it('as text is answered as it stands: no reference in it is filled in, no code runs, and nothing is HTML', async () => {
    says = `{{$vars.token}} {{question}} {{constructor.constructor('return process')()}} <script>alert(1)</script> $(id) '; drop table flow; --`;
    const answer = await ask('directReplyAgentflow', { directReplyMessage: answerOfModel });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.json<{ text: string }>().text).toBe(says);
  });

  it('as the argument of code is a value, not a part of the code', async () => {
    says = `"; throw new Error('ran'); //\${1 + 1}`;
    const answer = await ask('customFunctionAgentflow', {
      customFunctionInputVariables: [{ variableName: 'said', variableValue: answerOfModel }],
      customFunctionJavascriptFunction: 'return "got " + $said;',
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json<{ text: string }>().text).toBe(`got ${says}`);
  });
});
