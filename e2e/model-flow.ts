import type { FlowDetail } from '@tendril/contract/api/flows';
import { chatFlow, readTemplates } from './chat-flow.ts';
import type { HouseClient } from './house-client.ts';

/** A saved chat flow (prompt, model, memory, chain) whose model is a local server of OpenAI's protocol. */
export async function makeModelFlow(client: HouseClient, port: number): Promise<string> {
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
