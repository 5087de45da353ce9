import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

/** A local service: an MCP server under `/mcp`, an API description, and an answer that repeats the request. */
export interface McpService {
  origin: string;
  /** `host:port`, for the list of allowed addresses. */
  host: string;
  close(): void;
}

const description = {
  openapi: '3.0.3',
  info: { title: 'Ferry', version: '1' },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  security: [{ token: [] }],
  paths: {
    '/trips': {
      get: {
        operationId: 'listTrips',
        summary: 'Lists the trips of a day',
        parameters: [{ name: 'day', in: 'query', required: true, schema: { type: 'string' } }],
      },
      post: {
        operationId: 'bookTrip',
        summary: 'Books a trip',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['trip', 'seats'],
                properties: { trip: { type: 'string' }, seats: { type: 'integer' } },
              },
            },
          },
        },
      },
    },
    '/trips/{trip}': { delete: { operationId: 'cancelTrip', summary: 'Cancels a trip', deprecated: true } },
  },
};

function harbour(): McpServer {
  const server = new McpServer({ name: 'harbour', version: '1' });
  const inputSchema = z.object({ port: z.string().describe('Which port') });
  server.registerTool(
    'tide',
    { description: 'Tells the next high water of a port', inputSchema },
    async ({ port }) => ({
      content: [{ type: 'text', text: `High water in ${port} at 14:05` }],
    }),
  );
  server.registerTool('close_harbour', { description: 'Closes the harbour for everybody' }, async () => ({
    content: [{ type: 'text', text: 'Closed' }],
  }));
  return server;
}

export async function startMcpService(): Promise<McpService> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method = 'GET', url = '/', headers } = request;
    if (url === '/openapi.json') response.end(JSON.stringify(description));
    else if (url === '/mcp') {
      const asked = new Request(`http://${headers.host}${url}`, {
        method,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        ...(body && { body }),
      });
      const answer = await createMcpHandler(harbour).fetch(asked);
      const bytes = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(bytes);
    } else response.end(JSON.stringify({ method, url, authorization: headers.authorization ?? '', body }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${host}`,
    host,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
