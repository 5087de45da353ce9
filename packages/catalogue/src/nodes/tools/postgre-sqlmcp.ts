import { postgresAddress } from '../../databases/postgres-address.ts';
import { type PostgresPlace, withPostgres } from '../../databases/with-postgres.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { boundedText } from '../../tools/bounded-text.ts';
import { type BuiltInTool, builtInMcp } from '../../tools/built-in-mcp.ts';
import { readSecret } from '../../tools/read-secret.ts';

const query: BuiltInTool<PostgresPlace> = {
  name: 'query',
  description:
    'Reads from the PostgreSQL database with one SQL statement and returns the rows as JSON. Nothing can be changed. ' +
    'The tables are described in information_schema.columns.',
  inputSchema: {
    type: 'object',
    properties: { sql: { type: 'string', description: 'One SQL statement' } },
    required: ['sql'],
    additionalProperties: false,
  },
  async call({ sql }, place, context) {
    const text = String(sql ?? '').trim();
    if (text === '') return 'There is no SQL statement in this call.';
    const rows = await withPostgres(place, context, (session) => session.readOnly(text));
    return rows.length === 0 ? 'The statement found no rows.' : boundedText(rows);
  },
};

const server = builtInMcp([query], async (context) =>
  postgresAddress(await readSecret(context, 'postgresUrl', 'PostgreSQL')),
);

/** A PostgreSQL database that an agent reads. */
export const postgreSQLMCP = implementNode({
  name: 'postgreSQLMCP',
  icon: 'postgres',
  description: 'Lets an agent read from a PostgreSQL database. It can change nothing.',
  loadMethods: server.loadMethods,
  run: async (inputs, context) => ({ postgreSQLMCP: await server.run(inputs, context) }),
});
