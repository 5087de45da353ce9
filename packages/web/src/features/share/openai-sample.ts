import { curlSample } from './curl-sample.ts';
import { sampleQuestion } from './sample-request.ts';

interface OpenAiRequest {
  origin: string;
  flowId: string;
  apiKey: string;
}

/** The base URL of the flows for OpenAI clients. */
export function openAiAddress(origin: string): string {
  return `${origin}/v1`;
}

/** The calls of an OpenAI client, by language. */
export function openAiSamples({ origin, flowId, apiKey }: OpenAiRequest) {
  const address = openAiAddress(origin);
  const messages = [{ role: 'user', content: sampleQuestion }];
  const python = [
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url=${JSON.stringify(address)}, api_key=${JSON.stringify(apiKey)})`,
    'answer = client.chat.completions.create(',
    `    model=${JSON.stringify(flowId)},`,
    `    messages=[{"role": "user", "content": ${JSON.stringify(sampleQuestion)}}],`,
    ')',
    'print(answer.choices[0].message.content)',
  ];
  const javascript = [
    'import OpenAI from "openai";',
    '',
    `const client = new OpenAI({ baseURL: ${JSON.stringify(address)}, apiKey: ${JSON.stringify(apiKey)} });`,
    'const answer = await client.chat.completions.create({',
    `  model: ${JSON.stringify(flowId)},`,
    `  messages: [{ role: "user", content: ${JSON.stringify(sampleQuestion)} }],`,
    '});',
    'console.log(answer.choices[0].message.content);',
  ];
  return {
    curl: curlSample({
      url: `${address}/chat/completions`,
      apiKey,
      isStreaming: false,
      kind: 'json',
      body: { model: flowId, messages },
    }),
    python: python.join('\n'),
    javascript: javascript.join('\n'),
  };
}
