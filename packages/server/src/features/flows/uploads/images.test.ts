import { startOpenAiServer } from '@tendril/catalogue/testing/openai-server';
import type { VendorServer } from '@tendril/catalogue/testing/vendor-server';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { onePixel } from '../../../testing/send-form.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const data = `data:image/png;base64,${onePixel.toString('base64')}`;

describe('a picture that comes with a question', () => {
  let app: TestApp;
  let user: TestUser;
  let vendor: VendorServer;
  let flowId: string;

  beforeAll(async () => {
    vendor = await startOpenAiServer();
    app = await createTestApp({ config: { egressAllow: [new URL(vendor.url).host] } });
    user = await app.signIn();
    flowId = await makeSeeing(true);
  });
  beforeEach(() => vendor.requests.splice(0));
  afterAll(async () => {
    await app.close();
    await vendor.close();
  });

  async function makeSeeing(allowImageUploads: boolean): Promise<string> {
    const flow = new FlowBuilder(await readTemplates(user));
    const model = flow.add('chatOpenAI', { x: 0, y: 0 }, { basepath: `${vendor.url}/v1`, allowImageUploads });
    const memory = flow.add('bufferMemory', { x: 0, y: 400 });
    const chain = flow.add('conversationChain', { x: 500, y: 0 });
    return makeFlow(user, flow.connect(model, chain, 'model').connect(memory, chain, 'memory').build());
  }

  const ask = (payload: object, id = flowId) =>
    user.inject({ method: 'POST', url: `/api/v1/prediction/${id}`, payload });
  const seen = () => {
    const messages = (vendor.requests[0]?.body['messages'] ?? []) as { content: unknown }[];
    return messages.at(-1)?.content;
  };

  it('is seen by the model, kept with the chat, and shown again', async () => {
    const answer = await ask({
      question: 'What is this?',
      uploads: [{ type: 'file', name: 'a.png', mime: 'image/png', data }],
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(seen()).toEqual([
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: data } },
    ]);
    const { chatId } = answer.json();
    const [kept] = (await user.inject({ url: `${studio}/chatmessage/${flowId}?chatId=${chatId}` })).json();
    expect(kept.fileUploads).toEqual([{ type: 'stored-file', name: 'a.png', mime: 'image/png' }]);
    const url = `/api/v1/get-upload-file?chatflowId=${flowId}&chatId=${chatId}&fileName=a.png`;
    const picture = await user.inject({ url });
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': expect.stringMatching(/^inline/),
    });
    expect(picture.rawPayload.equals(onePixel)).toBe(true);
    expect((await user.inject({ url: `${url}&download=true` })).headers['content-disposition']).toMatch(
      /^attachment/,
    );
    vendor.requests.splice(0);
    await ask({ question: 'And now?', chatId, uploads: [{ type: 'stored-file', name: 'a.png' }] });
    expect(seen()).toEqual([
      { type: 'text', text: 'And now?' },
      { type: 'image_url', image_url: { url: data } },
    ]);
    expect((await ask({ question: 'a', uploads: [{ type: 'stored-file', name: 'a.png' }] })).statusCode).toBe(
      404,
    );
  });

  it('may be all that somebody sends', async () => {
    expect((await ask({ question: '', uploads: [{ type: 'file', name: 'a.png', data }] })).statusCode).toBe(
      200,
    );
  });

  it('may come as a part of a message in the form of OpenAI', async () => {
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: data } },
    ];
    const payload = { model: flowId, messages: [{ role: 'user', content }] };
    const answer = await user.inject({ method: 'POST', url: '/v1/chat/completions', payload });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(seen()).toEqual(content);
  });

  it('comes from the canvas too, and is announced to chats where a model looks', async () => {
    const uploads = [{ type: 'file', name: 'a.png', data }];
    await user.inject({
      method: 'POST',
      url: `${studio}/flows/${flowId}/runs`,
      payload: { question: 'This?', uploads },
    });
    expect(seen()).toMatchObject([{ type: 'text' }, { type: 'image_url' }]);
    const rules = async (id: string) =>
      (await user.inject({ url: `/api/v1/chatflows-uploads/${id}` })).json();
    expect(await rules(flowId)).toMatchObject({
      isImageUploadAllowed: true,
      imgUploadSizeAndTypes: [{ fileTypes: expect.arrayContaining(['image/png']), maxUploadSize: 5 }],
    });
    const blind = await makeSeeing(false);
    expect((await rules(blind)).isImageUploadAllowed).toBe(false);
    const refused = await ask({ question: 'a', uploads }, blind);
    expect([refused.statusCode, refused.json().details[0].path]).toEqual([400, 'uploads.0']);
  });
});
