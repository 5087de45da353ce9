import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { afterEach, describe, expect, it } from 'vitest';
import { askModel } from '../../model/ask-model.ts';
import { startAnthropicServer } from '../../testing/anthropic-server.ts';
import { startGoogleServer } from '../../testing/google-server.ts';
import { startOllamaServer } from '../../testing/ollama-server.ts';
import { redirectFetch } from '../../testing/redirect-fetch.ts';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import type { VendorServer } from '../../testing/vendor-server.ts';

const messages = [{ role: 'user' as const, content: 'Hello' }];
const credential = { anthropicApiKey: 'secret-1', googleGenerativeAPIKey: 'secret-2' };

describe('what a node sets is what the vendor gets', () => {
  let server: VendorServer | undefined;
  afterEach(() => server?.close());

  async function bodyOf(start: () => Promise<VendorServer>, node: string, values: Record<string, unknown>) {
    server = await start();
    const context = testContext({ credential, services: { fetch: redirectFetch(server.url) } });
    await askModel(await runNode<ChatModel>(node, values, context), { messages }, context);
    return server.requests[0]?.body;
  }

  it('for Anthropic', async () => {
    const values = { modelName: 'claude-3-haiku', temperature: 0.3, maxTokensToSample: 99, topK: 5 };
    const body = await bodyOf(startAnthropicServer, 'chatAnthropic', values);
    expect(body).toMatchObject({ model: 'claude-3-haiku', temperature: 0.3, max_tokens: 99, top_k: 5 });
  });

  it('for Anthropic when it thinks first', async () => {
    const values = { modelName: 'claude-sonnet-4-5', extendedThinking: true, budgetTokens: 2048 };
    const body = await bodyOf(startAnthropicServer, 'chatAnthropic', values);
    expect(body).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 2048 } });
  });

  it('for Google', async () => {
    const values = {
      customModelName: 'gemini-mine',
      temperature: 0.3,
      maxOutputTokens: 99,
      topP: 0.4,
      topK: 7,
      harmCategory: '["HARM_CATEGORY_HARASSMENT","HARM_CATEGORY_HATE_SPEECH"]',
      harmBlockThreshold: '["BLOCK_NONE"]',
    };
    const body = await bodyOf(startGoogleServer, 'chatGoogleGenerativeAI', values);
    expect(server?.requests[0]?.path).toContain('/models/gemini-mine:generateContent');
    expect(body).toMatchObject({
      generationConfig: { temperature: 0.3, maxOutputTokens: 99, topP: 0.4, topK: 7 },
      safetySettings: [
        { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' },
        { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_NONE' },
      ],
    });
  });

  it('for Ollama, all in its options', async () => {
    const values = {
      baseUrl: 'http://models.test:11434/',
      modelName: 'llama3.2',
      temperature: 0.3,
      topP: 0.4,
      topK: 7,
      mirostat: 2,
      mirostatEta: 0.1,
      mirostatTau: 5,
      numCtx: 4096,
      numGqa: 1,
      numGpu: 1,
      numThread: 4,
      repeatLastN: 64,
      repeatPenalty: 1.1,
      stop: 'END',
      tfsZ: 1,
    };
    const body = await bodyOf(startOllamaServer, 'chatOllama', values);
    expect(server?.requests[0]?.path).toBe('/api/chat');
    expect(body).toEqual({
      model: 'llama3.2',
      messages,
      stream: false,
      options: {
        temperature: 0.3,
        top_p: 0.4,
        top_k: 7,
        mirostat: 2,
        mirostat_eta: 0.1,
        mirostat_tau: 5,
        num_ctx: 4096,
        num_gqa: 1,
        num_gpu: 1,
        num_thread: 4,
        repeat_last_n: 64,
        repeat_penalty: 1.1,
        stop: ['END'],
        tfs_z: 1,
      },
    });
  });
});
