import type { FlowDetail } from '@tendril/contract/api/flows';
import type { ApiClient } from './api-client.ts';
import { chatFlow, readTemplates } from './chat-flow.ts';

/** A saved chat flow (prompt, model, memory, chain) whose model is a local server of OpenAI's protocol. */
export async function makeModelFlow(client: ApiClient, port: number): Promise<string> {
  const credential = await client.call<{ id: string }>('POST', 'credentials', {
    name: 'Local model',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-CANARY-not-a-real-key' },
    hosts: [`http://127.0.0.1:${port}`],
  });
  const flowData = chatFlow(await readTemplates(client), `http://127.0.0.1:${port}/v1`, credential.id);
  const flow = await client.call<FlowDetail>('POST', 'flows', { name: 'Chat', type: 'CHATFLOW', flowData });
  return flow.id;
}
