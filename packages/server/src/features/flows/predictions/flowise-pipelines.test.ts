import { createCatalogue } from '@tendril/catalogue/catalogue';
import { flowData } from '@tendril/contract/flow/flow';
import { compileFlow } from '@tendril/engine/compile-flow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFlow, studio } from '../../../testing/flow-fixtures.ts';
import { readForeignFiles } from '../../../testing/foreign-files.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const texts = new Map(
  readForeignFiles().flatMap(({ path, folder, text }) => (folder === 'agentflows' ? [[path, text]] : [])),
);
const files = [...texts.keys()];

const catalogue = createCatalogue();

/** A pipeline of another installation, its model changed for the demo model, which needs no key. */
function readPipeline(file: string) {
  const flow = flowData.parse(JSON.parse(texts.get(file) ?? ''));
  for (const { data } of flow.nodes) {
    if (data.name !== 'chatOpenAI') continue;
    data.name = 'demoModel';
    data.inputs = {};
  }
  for (const edge of flow.edges)
    edge.sourceHandle = edge.sourceHandle.replace(/^(chatOpenAI_\d+-output-)chatOpenAI/, '$1demoModel');
  return flow;
}

const foreign = 'pipelines as other installations write them (needs flow files of others)';

describe.skipIf(files.length === 0)(foreign, () => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
    user = await app.signIn();
  });
  afterAll(() => app.close());

  it.each(files)('has no problem in %s but nodes that are not here', async (file) => {
    const { problems } = await compileFlow(readPipeline(file), catalogue);
    const known = problems.filter(
      ({ code, message }) =>
        // What a missing node feeds or is fed by is missing with it, and so is a tool or a key of the writer's.
        !['UNKNOWN_NODE', 'NODE_CANNOT_RUN', 'DANGLING_EDGE', 'UNREACHABLE', 'CREDENTIAL_MISSING'].includes(
          code,
        ) && !(code === 'INVALID_VALUE' && message.includes('Tool')),
    );
    const isWhole = !problems.some(({ code }) => ['UNKNOWN_NODE', 'NODE_CANNOT_RUN'].includes(code));
    expect(isWhole ? known : known.filter(({ code }) => !['REQUIRED', 'NO_ENDING'].includes(code))).toEqual(
      [],
    );
  });

  const filesOf = (name: string) => files.filter((file) => file.endsWith(`/${name}.json`));
  const ask = async (file: string, flow = readPipeline(file)) => {
    const id = await makeFlow(user, flow, file.split('/').at(-1));
    const payload = { question: 'Write an essay about tea' };
    return user.inject({ method: 'POST', url: `${studio}/prediction/${id}`, payload });
  };

  it.each(filesOf('Essay Writing & Grading'))(
    'writes and grades in turns by %s, on the demo model',
    async (file) => {
      const answer = await ask(file);
      expect(answer.statusCode, answer.body).toBe(200);
      const { text, agentReasoning } = answer.json();
      expect(text).toBeTruthy();
      // The writer's four turns and the grader's three: by then there are more than six messages.
      expect(agentReasoning).toHaveLength(7);
    },
  );

  it.each(filesOf('Multi Agents'))(
    'goes round in %s as long as the demo model chooses the same worker',
    async (file) => {
      const answer = await ask(file);
      // It takes the first worker that its prompt names, each time again: the loop's limit ends that.
      expect(answer.json()).toMatchObject({
        code: 'LIMIT_STEPS',
        message: expect.stringMatching(/^Loop: .*25 rounds/),
      });
    },
  );

  it.each(filesOf('Portfolio Management Team'))(
    'lets every worker of %s do its part on the demo model, without a search that needs a key',
    async (file) => {
      const flow = readPipeline(file);
      const isSearch = (id: string) => id.startsWith('googleCustomSearch');
      flow.nodes = flow.nodes.filter(({ id }) => !isSearch(id));
      flow.edges = flow.edges.filter(({ source }) => !isSearch(source));
      const answer = await ask(file, flow);
      expect(answer.statusCode, answer.body).toBe(200);
      const { text, agentReasoning } = answer.json();
      expect(text).toBeTruthy();
      const workers = agentReasoning.flatMap((step: { next?: string }) => step.next ?? []);
      expect(workers.slice(0, -1).sort()).toEqual(['Financial Analyst', 'Portfolio Manager', 'Risk Manager']);
      expect(workers.at(-1)).toBe('FINISH');
    },
  );
});
