import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Graph } from '@tendril/contract/provider/graph';
import * as z from 'zod';
import { implementNode } from '../../interfaces/implement-node.ts';
import { checkAddress } from '../../model/address.ts';
import { textOf } from '../../retrieval/text-of.ts';
import { jsonApi } from '../../tools/json-api.ts';
import { readSecret } from '../../tools/read-secret.ts';

const answer = z.object({
  data: z.object({ fields: z.array(z.string()), values: z.array(z.array(z.unknown())) }).optional(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});
const shapes = `CALL db.schema.nodeTypeProperties() YIELD nodeLabels, propertyName, propertyTypes
RETURN nodeLabels AS labels, propertyName AS property, propertyTypes AS types LIMIT 500`;
const relations = `MATCH (a)-[r]->(b) WITH DISTINCT labels(a) AS source, type(r) AS relation, labels(b) AS target
RETURN source, relation, target LIMIT 200`;

/** The address of the HTTP API beside the one that drivers use. */
function httpAddress(url: string): string {
  const given = URL.parse(url.trim());
  if (!given || !/^(neo4j|bolt)/.test(given.protocol)) return checkAddress(url, 'Neo4j URL');
  const isSecure = given.protocol.includes('+s');
  return checkAddress(
    `${isSecure ? 'https' : 'http'}://${given.hostname}${isSecure ? '' : ':7474'}`,
    'Neo4j URL',
  );
}

/** A graph of Neo4j, by its HTTP API. */
export const Neo4j = implementNode({
  name: 'Neo4j',
  icon: 'neo4j',
  description: 'A graph of Neo4j, asked through its HTTP API.',

  async run({ database, timeoutMs }, context) {
    const password = await readSecret(context, 'password', 'Neo4j');
    const user = await readSecret(context, 'username', 'Neo4j');
    const { url = '' } = await context.credential();
    const basic = Buffer.from(`${user}:${password}`).toString('base64');
    const base = httpAddress(url);
    const headers = { authorization: `Basic ${basic}` };
    const ask = jsonApi({ service: 'Neo4j', base, headers, secrets: [password, basic], timeoutMs });

    async function query(statement: string, current: RunContext): Promise<Record<string, unknown>[]> {
      // The server refuses what writes: models write the statements.
      const body = { statement, accessMode: 'READ' };
      const path = `/db/${encodeURIComponent(database || 'neo4j')}/query/v2`;
      const { data, errors } = await ask(path, { body, shape: answer }, current);
      const [error] = errors ?? [];
      if (error) throw new AppError('PROVIDER_REFUSED', `Neo4j rejected the request: ${error.message}`);
      return (data?.values ?? []).map((row) =>
        Object.fromEntries((data?.fields ?? []).map((field, index) => [field, row[index]])),
      );
    }
    const Neo4j: Graph = {
      nodeId: context.nodeId,
      query,
      async schema(current) {
        const nodes = await query(shapes, current);
        const edges = await query(relations, current);
        return [
          ...nodes.map(
            (row) => `${textOf(row['labels'])} ${textOf(row['property'])}: ${textOf(row['types'])}`,
          ),
          ...edges.map(
            (row) => `${textOf(row['source'])} -[${textOf(row['relation'])}]-> ${textOf(row['target'])}`,
          ),
        ].join('\n');
      },
    };
    return { Neo4j };
  },
});
