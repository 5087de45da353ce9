import type { FlowDetail } from '@tendril/contract/api/flows';
import type { ApiClient } from './api-client.ts';
import { chatFlow, readTemplates } from './chat-flow.ts';

/** A saved chat flow (prompt, model, memory, chain) whose model is a local server of OpenAI's protocol. */
export async function makeModelFlow(client: ApiClient, port: number): Promise<string> {
  const credential = await storeModelCredential(client, port);
  const flowData = chatFlow(await readTemplates(client), `http://127.0.0.1:${port}/v1`, credential);
  const flow = await client.call<FlowDetail>('POST', 'flows', { name: 'Chat', type: 'CHATFLOW', flowData });
  return flow.id;
}

/** Stores a secret for a local server of OpenAI's protocol; returns its id. */
export async function storeModelCredential(client: ApiClient, port: number): Promise<string> {
  const { id } = await client.call<{ id: string }>('POST', 'credentials', {
    name: 'Local model',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-CANARY-not-a-real-key' },
    hosts: [`http://127.0.0.1:${port}`],
  });
  return id;
}
