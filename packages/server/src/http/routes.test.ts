import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

/** Reviewed by hand, aliases included: a route that is not here, or under another `auth`, fails the build. */
const reviewed: Record<string, string> = {
  'DELETE /api/agent-studio/v1/apikey/:id': 'session',
  'DELETE /api/agent-studio/v1/chatflows/:id': 'sessionOrKey',
  'DELETE /api/agent-studio/v1/chatmessage/:id': 'sessionOrKey',
  'DELETE /api/agent-studio/v1/credentials/:id': 'session',
  'DELETE /api/agent-studio/v1/flows/:id': 'session',
  'DELETE /api/agent-studio/v1/leads/:id': 'session',
  'DELETE /api/agent-studio/v1/mcp/:flowId': 'flow',
  'DELETE /api/agent-studio/v1/templates/:id': 'session',
  'DELETE /api/agent-studio/v1/tools/:id': 'sessionOrKey',
  'DELETE /api/agent-studio/v1/variables/:id': 'sessionOrKey',
  'DELETE /api/v1/chatflows/:id': 'sessionOrKey',
  'DELETE /api/v1/chatmessage/:id': 'sessionOrKey',
  'DELETE /api/v1/mcp/:flowId': 'flow',
  'DELETE /api/v1/tools/:id': 'sessionOrKey',
  'DELETE /api/v1/variables/:id': 'sessionOrKey',
  'GET /api/agent-studio/v1/apikey': 'session',
  'GET /api/agent-studio/v1/chatflows': 'sessionOrKey',
  'GET /api/agent-studio/v1/chatflows-streaming/:id': 'flow',
  'GET /api/agent-studio/v1/chatflows-uploads/:id': 'flow',
  'GET /api/agent-studio/v1/chatflows/:id': 'sessionOrKey',
  'GET /api/agent-studio/v1/chatmessage/:id': 'sessionOrKey',
  'GET /api/agent-studio/v1/components-credentials': 'session',
  'GET /api/agent-studio/v1/components-credentials/:name': 'session',
  'GET /api/agent-studio/v1/credentials': 'session',
  'GET /api/agent-studio/v1/credentials/:id': 'session',
  'GET /api/agent-studio/v1/feedback/:id': 'sessionOrKey',
  'GET /api/agent-studio/v1/flow-config/:id': 'sessionOrKey',
  'GET /api/agent-studio/v1/flows': 'session',
  'GET /api/agent-studio/v1/flows/:id': 'session',
  'GET /api/agent-studio/v1/flows/:id/nodes/:nodeId/runs': 'session',
  'GET /api/agent-studio/v1/flows/:id/runs': 'session',
  'GET /api/agent-studio/v1/flows/:id/sessions': 'session',
  'GET /api/agent-studio/v1/flows/:id/settings': 'session',
  'GET /api/agent-studio/v1/flows/:id/versions': 'session',
  'GET /api/agent-studio/v1/flows/:id/versions/:versionId': 'session',
  'GET /api/agent-studio/v1/get-upload-file': 'flow',
  'GET /api/agent-studio/v1/internal-chatmessage/:id': 'session',
  'GET /api/agent-studio/v1/leads/:id': 'sessionOrKey',
  'GET /api/agent-studio/v1/mcp/:flowId': 'flow',
  'GET /api/agent-studio/v1/node-icon/:name': 'public',
  'GET /api/agent-studio/v1/nodes': 'sessionOrKey',
  'GET /api/agent-studio/v1/nodes/:name': 'sessionOrKey',
  'GET /api/agent-studio/v1/ping': 'public',
  'GET /api/agent-studio/v1/public-chatbotConfig/:id': 'flow',
  'GET /api/agent-studio/v1/public-chatflows/:id': 'flow',
  'GET /api/agent-studio/v1/runs/:id': 'session',
  'GET /api/agent-studio/v1/runs/:id/events': 'session',
  'GET /api/agent-studio/v1/stats/:id': 'sessionOrKey',
  'GET /api/agent-studio/v1/templates': 'session',
  'GET /api/agent-studio/v1/tools': 'sessionOrKey',
  'GET /api/agent-studio/v1/tools/:id': 'sessionOrKey',
  'GET /api/agent-studio/v1/upsert-history/:id': 'sessionOrKey',
  'GET /api/agent-studio/v1/variables': 'sessionOrKey',
  'GET /api/agent-studio/v1/version': 'public',
  'GET /api/core/v1/auths/preferences': 'session',
  'GET /api/core/v1/auths/status': 'public',
  'GET /api/docs': 'public',
  'GET /api/openapi.json': 'public',
  'GET /api/v1/chatflows': 'sessionOrKey',
  'GET /api/v1/chatflows-streaming/:id': 'flow',
  'GET /api/v1/chatflows-uploads/:id': 'flow',
  'GET /api/v1/chatflows/:id': 'sessionOrKey',
  'GET /api/v1/chatmessage/:id': 'sessionOrKey',
  'GET /api/v1/feedback/:id': 'sessionOrKey',
  'GET /api/v1/flow-config/:id': 'sessionOrKey',
  'GET /api/v1/get-upload-file': 'flow',
  'GET /api/v1/internal-chatmessage/:id': 'session',
  'GET /api/v1/leads/:id': 'sessionOrKey',
  'GET /api/v1/mcp/:flowId': 'flow',
  'GET /api/v1/node-icon/:name': 'public',
  'GET /api/v1/nodes': 'sessionOrKey',
  'GET /api/v1/nodes/:name': 'sessionOrKey',
  'GET /api/v1/ping': 'public',
  'GET /api/v1/public-chatbotConfig/:id': 'flow',
  'GET /api/v1/public-chatflows/:id': 'flow',
  'GET /api/v1/stats/:id': 'sessionOrKey',
  'GET /api/v1/tools': 'sessionOrKey',
  'GET /api/v1/tools/:id': 'sessionOrKey',
  'GET /api/v1/upsert-history/:id': 'sessionOrKey',
  'GET /api/v1/variables': 'sessionOrKey',
  'GET /api/v1/version': 'public',
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'GET /v1/models': 'sessionOrKey',
  'GET /v1/models/:model': 'sessionOrKey',
  'PATCH /api/agent-studio/v1/flows/:id': 'session',
  'PATCH /api/agent-studio/v1/flows/:id/settings': 'session',
  'PATCH /api/agent-studio/v1/flows/:id/versions/:versionId': 'session',
  'PATCH /api/agent-studio/v1/upsert-history': 'sessionOrKey',
  'PATCH /api/v1/upsert-history': 'sessionOrKey',
  'POST /api/agent-studio/v1/apikey': 'session',
  'POST /api/agent-studio/v1/attachments/:chatflowId/:chatId': 'flow',
  'POST /api/agent-studio/v1/chatflows': 'sessionOrKey',
  'POST /api/agent-studio/v1/credentials': 'session',
  'POST /api/agent-studio/v1/feedback/:id': 'flow',
  'POST /api/agent-studio/v1/flow-check': 'session',
  'POST /api/agent-studio/v1/flows': 'session',
  'POST /api/agent-studio/v1/flows/:id/duplicate': 'session',
  'POST /api/agent-studio/v1/flows/:id/files': 'session',
  'POST /api/agent-studio/v1/flows/:id/publish': 'session',
  'POST /api/agent-studio/v1/flows/:id/runs': 'session',
  'POST /api/agent-studio/v1/flows/:id/versions/:versionId/restore': 'session',
  'POST /api/agent-studio/v1/flows/starters/:starter': 'session',
  'POST /api/agent-studio/v1/internal-prediction/:id': 'session',
  'POST /api/agent-studio/v1/leads': 'flow',
  'POST /api/agent-studio/v1/mcp/:flowId': 'flow',
  'POST /api/agent-studio/v1/node-custom-function': 'session',
  'POST /api/agent-studio/v1/node-load-method/:name': 'session',
  'POST /api/agent-studio/v1/openai-assistants-file/download': 'flow',
  'POST /api/agent-studio/v1/prediction/:id': 'flow',
  'POST /api/agent-studio/v1/runs/:id/stop': 'session',
  'POST /api/agent-studio/v1/templates': 'session',
  'POST /api/agent-studio/v1/templates/:id/flows': 'session',
  'POST /api/agent-studio/v1/text-to-speech/abort': 'flow',
  'POST /api/agent-studio/v1/text-to-speech/generate': 'flow',
  'POST /api/agent-studio/v1/tools': 'sessionOrKey',
  'POST /api/agent-studio/v1/variables': 'sessionOrKey',
  'POST /api/agent-studio/v1/vector/internal-upsert/:id': 'session',
  'POST /api/agent-studio/v1/vector/upsert/:id': 'flow',
  'POST /api/core/v1/auths/login': 'origin',
  'POST /api/core/v1/auths/logout': 'origin',
  'POST /api/core/v1/auths/refresh-token': 'origin',
  'POST /api/core/v1/auths/register': 'origin',
  'POST /api/v1/attachments/:chatflowId/:chatId': 'flow',
  'POST /api/v1/chatflows': 'sessionOrKey',
  'POST /api/v1/feedback/:id': 'flow',
  'POST /api/v1/internal-prediction/:id': 'session',
  'POST /api/v1/leads': 'flow',
  'POST /api/v1/mcp/:flowId': 'flow',
  'POST /api/v1/openai-assistants-file/download': 'flow',
  'POST /api/v1/prediction/:id': 'flow',
  'POST /api/v1/text-to-speech/abort': 'flow',
  'POST /api/v1/text-to-speech/generate': 'flow',
  'POST /api/v1/tools': 'sessionOrKey',
  'POST /api/v1/variables': 'sessionOrKey',
  'POST /api/v1/vector/internal-upsert/:id': 'session',
  'POST /api/v1/vector/upsert/:id': 'flow',
  'POST /v1/chat/completions': 'flow',
  'PUT /api/agent-studio/v1/apikey/:id': 'session',
  'PUT /api/agent-studio/v1/chatflows/:id': 'sessionOrKey',
  'PUT /api/agent-studio/v1/chatmessage/abort/:chatflowid/:chatid': 'flow',
  'PUT /api/agent-studio/v1/credentials/:id': 'session',
  'PUT /api/agent-studio/v1/feedback/:id': 'flow',
  'PUT /api/agent-studio/v1/flows/:id/draft': 'session',
  'PUT /api/agent-studio/v1/tools/:id': 'sessionOrKey',
  'PUT /api/agent-studio/v1/variables/:id': 'sessionOrKey',
  'PUT /api/core/v1/auths/preferences': 'session',
  'PUT /api/v1/chatflows/:id': 'sessionOrKey',
  'PUT /api/v1/chatmessage/abort/:chatflowid/:chatid': 'flow',
  'PUT /api/v1/feedback/:id': 'flow',
  'PUT /api/v1/tools/:id': 'sessionOrKey',
  'PUT /api/v1/variables/:id': 'sessionOrKey',
};

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await test.app.fastify.ready();
});
afterAll(() => test.close());

const mounted = () =>
  test.app.routes.map(({ endpoint, path }) => [`${endpoint.method} ${path}`, endpoint.auth] as const);

describe('the routes', () => {
  it('ATK-046: are exactly the reviewed ones, each with its auth', () => {
    expect(Object.fromEntries(mounted())).toEqual(reviewed);
  });

  it('ATK-046: open at most 15 endpoints to everybody, an alias not counted again', () => {
    const open = test.app.routes.filter(
      ({ endpoint, path }) =>
        path === endpoint.path && (endpoint.auth === 'public' || endpoint.auth === 'origin'),
    );
    expect(open.length).toBeGreaterThan(0);
    expect(open.length).toBeLessThanOrEqual(15);
  });

  it('refuse to exist past serve', async () => {
    const other = await createTestApp();
    expect(() => other.app.fastify.get('/api/backdoor', () => 'hello')).toThrow('not mounted by serve');
    await other.close();
  });

  it('answer 401 to nobody wherever a session is asked for', async () => {
    for (const { endpoint, path } of test.app.routes) {
      if (endpoint.auth !== 'session' && endpoint.auth !== 'sessionOrKey') continue;
      const answer = await test.inject({ method: endpoint.method, url: path.replaceAll(/:\w+/g, 'x') });
      expect([path, answer.statusCode]).toEqual([path, 401]);
    }
  });
});
