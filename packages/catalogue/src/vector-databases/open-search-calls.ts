import { Readable } from 'node:stream';
import type { Client, Connection } from '@opensearch-project/opensearch';
import type { RunContext } from '@tendril/contract/node/run-context';
import * as z from 'zod';
import { readAnswer } from '../tools/read-answer.ts';
import { type ClientFetch, throughClient } from '../tools/through-client.ts';
import type { ElasticCalls, ElasticPlace } from './elastic-calls.ts';

type RequestArguments = Parameters<Connection['request']>;
type Message = NonNullable<Parameters<RequestArguments[1]>[1]>;

const counted = z.object({ count: z.number() });

/** An answer in the form in which the client reads it. */
async function toMessage(response: Response): Promise<Message> {
  const { status, headers } = response;
  const about = { statusCode: status, headers: Object.fromEntries(headers) };
  return Object.assign(Readable.from([await response.text()]), about) as Message;
}

async function openClient({ url, authorization }: ElasticPlace, send: ClientFetch): Promise<Client> {
  const { Client, Connection } = await import('@opensearch-project/opensearch');
  class OwnConnection extends Connection {
    constructor(options: NonNullable<ConstructorParameters<typeof Connection>[0]>) {
      super({ ...options, agent: () => undefined });
    }

    override request(...[asked, done]: RequestArguments): ReturnType<Connection['request']> {
      const { path, headers = {} } = this.buildRequestObject(asked);
      const sent = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      sent.delete('content-length');
      const { method = 'GET', body } = asked;
      send(`${this.url.origin}${path}`, { method, headers: sent, ...(body && { body: String(body) }) })
        .then(toMessage)
        .then(
          (message) => done(null, message),
          (error: Error) => done(error, null),
        );
      // The run's signal ends what was sent.
      return { abort() {} } as ReturnType<Connection['request']>;
    }
  }
  const headers = { ...(authorization && { authorization }) };
  return new Client({ node: { url: new URL(url), headers }, Connection: OwnConnection, maxRetries: 0 });
}

/** The calls to an index of OpenSearch, by its client. */
export function openSearchCalls(place: ElasticPlace): ElasticCalls {
  const { index, secrets = [] } = place;
  const terms = { service: 'OpenSearch', secrets, maxMegabytes: 16 };
  const ask = <T>(
    context: RunContext,
    act: (client: Client) => PromiseLike<T>,
    mayBeMissing = false,
  ): Promise<T> =>
    throughClient({ ...terms, mayBeMissing }, context, async (send) => act(await openClient(place, send)));
  return {
    exists: (context) => ask(context, async (client) => (await client.indices.exists({ index })).body, true),
    create: (body, context) =>
      ask(context, async (client) => {
        await client.indices.create({ index, body });
      }),
    bulk: (lines, context) =>
      ask(context, async (client) => (await client.bulk({ index, refresh: true, body: [...lines] })).body),
    search: (body, context) => ask(context, async (client) => (await client.search({ index, body })).body),
    async count(context) {
      const answer = await ask(context, (client) => client.count({ index }, { ignore: [404] }), true);
      if (answer.statusCode === 404) return undefined;
      return readAnswer(counted, answer.body, terms.service, context).count;
    },
  };
}
