import { type FlowData, flowData } from '@tendril/contract/flow/flow';
import type { NodeServices } from '@tendril/contract/node/run-context';
import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress, type Egress } from '../../../platform/egress/egress.ts';
import { readForeignFiles } from '../../../testing/foreign-files.ts';
import { playedVendors, teaDescription } from '../../../testing/played-vendors.ts';
import { startRedisSearch } from '../../../testing/redis-search-server.ts';
import { runDrawnFlow } from '../../../testing/run-drawn-flow.ts';

/** Fields of every secret that these flows name. */
const secrets = {
  openAIApiKey: 'k',
  anthropicApiKey: 'k',
  googleGenerativeAPIKey: 'k',
  mistralAIAPIKey: 'k',
  azureOpenAIApiKey: 'k',
  azureOpenAIApiInstanceName: 'tea',
  azureOpenAIApiDeploymentName: 'tea',
  azureOpenAIApiVersion: '2024-10-21',
  pineconeApiKey: 'k',
  googleCustomSearchApiKey: 'k',
  googleCustomSearchApiId: 'k',
  serpApiKey: 'k',
  apiKey: 'k',
  corpusID: 'tea',
  user: 'tea',
  password: 'k',
  botToken: 'k',
  accessToken: 'k',
};

const needed: Readonly<Record<string, Record<string, string>>> = {
  pinecone: { pineconeIndex: 'tea' },
  pineconeLlamaIndex: { pineconeIndex: 'tea' },
  faiss: { basePath: '/x' },
  textFile: { txtFile: `data:text/plain;base64,${btoa('Tea is a drink.')},filename:tea.txt` },
  singlestore: { host: 'tea.singlestore.com', database: 'tea' },
  openAPIToolkit: { inputType: 'file', openApiFile: teaDescription },
  documentStore: { selectedStore: 's1' },
};

/** Names a secret wherever a node carries the settings of another. */
function giveKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    giveKeys(inner);
    if (name.endsWith('Config') && typeof inner === 'object' && inner !== null)
      Object.assign(inner, { FLOWISE_CREDENTIAL_ID: 'played' });
  }
}

/** What a file's owner has beside it: secrets, the name of an index, a text. */
function ownersFlow(text: string): FlowData {
  const flow = flowData.parse(JSON.parse(text));
  for (const { data } of flow.nodes) {
    data.credential = 'played';
    data.inputs = { ...data.inputs, ...needed[data.name] };
    giveKeys(data.inputs);
  }
  return flow;
}

/** A tool of its owner, which the file only names. */
const tool = {
  id: 't1',
  name: 'get_tea',
  description: 'Tells about tea.',
  schema: '[]',
  func: 'return "Tea is a drink.";',
};
const knowledge: NodeServices['knowledge'] = {
  listStores: async () => [],
  searchStore: async () => [{ pageContent: 'Tea is a drink.', metadata: {}, score: 1 }],
  revisionOf: async () => '1',
  readChunks: async function* () {
    yield [{ pageContent: 'Tea is a drink.', metadata: {} }];
  },
};

const files = readForeignFiles().filter(({ folder }) => folder !== 'tools');
const mariadbUrl = process.env['TEST_MARIADB_URL'];
/** The code in this file names its database; only a real one reads its statements. */
const needsMariadb = (path: string) => path.endsWith('/SQL Prompt.json');

describe.skipIf(files.length === 0)(
  'flows of others with their own vendors (needs flow files of others)',
  () => {
    let egress: Egress;
    let redis: Awaited<ReturnType<typeof startRedisSearch>>;
    beforeAll(async () => {
      redis = await startRedisSearch();
      const mariadb = mariadbUrl === undefined ? [] : [new URL(mariadbUrl).host];
      egress = createEgress({ egressAllow: [`127.0.0.1:${redis.port}`, ...mariadb] });
    });
    afterAll(async () => {
      redis.close();
      await egress.close();
    });

    /** A database that a file names by its owner's host is the one of this test. */
    const openStream: NodeServices['openStream'] = (request) => {
      if (request.host !== 'singlestore-host.com' || mariadbUrl === undefined)
        return egress.openStream(request);
      const { hostname, port } = new URL(mariadbUrl);
      return egress.openStream({ ...request, host: hostname, port: Number(port) });
    };

    const run = (text: string) =>
      runDrawnFlow(
        ownersFlow(text),
        { question: 'What is tea?' },
        {
          fetch: playedVendors,
          openStream,
          readCredential: async () => ({ ...secrets, redisUrl: `redis://127.0.0.1:${redis.port}` }),
          readTool: async () => tool,
          knowledge,
        },
      );

    async function expectAnswer(text: string) {
      const { status, answer, error } = await run(text);
      expect(error).toBeUndefined();
      expect(status).toBe('done');
      expect(answer?.text ?? answer?.json).toBeTruthy();
      return answer;
    }

    const alone = files.filter(({ path }) => !needsMariadb(path));

    it.each(alone)('$path runs to an answer', async ({ text }) => {
      await expectAnswer(text);
    });

    it.runIf(mariadbUrl).each(files.filter(({ path }) => needsMariadb(path)))(
      '$path runs to an answer over a database',
      async ({ text }) => {
        const connection = await createConnection({ uri: mariadbUrl ?? '', multipleStatements: true });
        await connection.query(`
          create or replace database mydb;
          create or replace user 'admin'@'%' identified by 'mypassword';
          grant select on mydb.* to 'admin'@'%';
          create table mydb.samples (firstName varchar(40) not null, lastName varchar(40));
          insert into mydb.samples values ('Stephen', 'Tyler');`);
        await connection.end();
        await expectAnswer(text);
      },
    );
  },
);
