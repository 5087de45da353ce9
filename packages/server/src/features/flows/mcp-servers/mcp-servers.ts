import { randomUUID } from 'node:crypto';
import type { Body } from '@tendril/contract/api/endpoint';
import type {
  createMcpServer,
  McpServerAnswer,
  switchMcpTools,
  updateMcpServer,
} from '@tendril/contract/api/mcp-servers';
import type { NamedUse } from '@tendril/contract/api/variables';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { mcpSecretPlace } from './mcp-secret-place.ts';
import { checkedSecret, refuseSecret, toAnswer } from './mcp-server-answer.ts';
import { mcpServerStore, requireServer } from './mcp-servers.store.ts';
import { createMcpTools } from './mcp-tools.ts';
import { createMcpVisits } from './mcp-visits.ts';
import { joinTools, toolsOf, turnTools } from './offered-tools.ts';

const maxServers = 200;

interface McpServerParts extends Pick<Infrastructure, 'db' | 'vault' | 'egress'> {
  version: string;
  /** Flows by the ids of the servers they use. */
  findUses(scope: Scope): Promise<ReadonlyMap<string, NamedUse[]>>;
  /** Called after a change that affects runs. */
  onChange(scope: Scope): void;
}

/** Servers that provide tools over HTTP: which there are, what they offer, and which tools are enabled. */
export function createMcpServerService({ db, findUses, onChange, ...parts }: McpServerParts) {
  const store = mcpServerStore(db);
  const visits = createMcpVisits(parts);

  async function answer(scope: Scope, id: string): Promise<McpServerAnswer> {
    const [row, uses] = await Promise.all([requireServer(store, scope, id), findUses(scope)]);
    return toAnswer(row, uses);
  }

  /** Requests the tools; an error is stored with the server, and the previous tools stay. */
  async function refresh(scope: Scope, id: string, signal: AbortSignal): Promise<McpServerAnswer> {
    const offer = await visits.ask(await requireServer(store, scope, id), signal);
    if ('trouble' in offer) await store.update(scope, id, { status: 'failed', lastError: offer.trouble });
    else {
      // Read again: a tool may have been switched while the server was asked.
      const tools = joinTools(offer.tools, toolsOf(await requireServer(store, scope, id)));
      const state = { status: 'connected', lastError: '', connectedAt: Date.now() } as const;
      await store.update(scope, id, { ...state, serverName: offer.serverName, tools: JSON.stringify(tools) });
    }
    onChange(scope);
    return answer(scope, id);
  }

  return {
    ...createMcpTools(store, parts),
    refresh,

    async list(scope: Scope): Promise<McpServerAnswer[]> {
      const [rows, uses] = await Promise.all([store.list(scope), findUses(scope)]);
      return rows.map((row) => toAnswer(row, uses));
    },

    async create(scope: Scope, body: Body<typeof createMcpServer>, signal: AbortSignal) {
      const { secret, ...fields } = body;
      refuseSecret(fields, secret !== '');
      if ((await store.list(scope)).length >= maxServers)
        throw new AppError('CONFLICT', `A workspace can have up to ${maxServers} MCP servers.`);
      const { workspaceId } = scope;
      const [id, now] = [randomUUID(), Date.now()];
      await store.insert({
        ...fields,
        id,
        workspaceId,
        sealedSecret:
          secret === ''
            ? null
            : parts.vault.seal(mcpSecretPlace({ workspaceId, id, name: fields.name }), secret),
        status: 'new',
        lastError: '',
        serverName: '',
        connectedAt: null,
        createdAt: now,
        updatedAt: now,
        tools: '[]',
      });
      return refresh(scope, id, signal);
    },

    /** A secret that is left out stays, but it is not sent to another address. */
    async update(scope: Scope, id: string, body: Body<typeof updateMcpServer>): Promise<McpServerAnswer> {
      const { secret, ...fields } = body;
      const sealedSecret = checkedSecret(await requireServer(store, scope, id), body, parts.vault);
      await store.update(scope, id, { ...fields, sealedSecret, updatedAt: Date.now() });
      onChange(scope);
      return answer(scope, id);
    },

    /** Throws INVALID_INPUT for a tool that the server does not offer. */
    async switchTools(scope: Scope, id: string, { names, isOn }: Body<typeof switchMcpTools>) {
      const changed = turnTools(toolsOf(await requireServer(store, scope, id)), names, isOn);
      await store.update(scope, id, { tools: JSON.stringify(changed) });
      onChange(scope);
      return answer(scope, id);
    },

    async remove(scope: Scope, id: string): Promise<void> {
      if (!(await store.remove(scope, id))) throw new AppError('NOT_FOUND', 'MCP server not found.');
      onChange(scope);
    },
  };
}

export type McpServerService = ReturnType<typeof createMcpServerService>;
