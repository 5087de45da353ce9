import type { NamedUse } from '@tendril/contract/api/variables';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { FlowUses } from './flow-uses.ts';
import { findNamed } from './named-things.ts';

type Uses = ReadonlyMap<string, NamedUse[]>;

/** What uses each tool, server and variable, for their lists. */
interface UsesBy {
  tool(scope: Scope): Promise<Uses>;
  mcpServer(scope: Scope): Promise<Uses>;
  /** Flows, and tools whose code reads the variable. */
  variable(scope: Scope): Promise<Uses>;
}

export function createUsesBy(db: Database, flowUses: FlowUses): UsesBy {
  const byFlows = async (scope: Scope, kind: 'tools' | 'mcpServers' | 'variables') => {
    const uses = new Map<string, NamedUse[]>();
    for (const flow of await flowUses.find(scope)) for (const name of flow[kind]) add(uses, name, flow.use);
    return uses;
  };

  return {
    tool: (scope) => byFlows(scope, 'tools'),
    mcpServer: (scope) => byFlows(scope, 'mcpServers'),
    async variable(scope) {
      const uses = await byFlows(scope, 'variables');
      const tools = await db
        .selectFrom('tool')
        .select(['id', 'name', 'func'])
        .where('workspaceId', '=', scope.workspaceId)
        .where('func', 'like', '%$vars%')
        .orderBy('name')
        .execute();
      for (const { id, name, func } of tools)
        for (const variable of findNamed([func ?? '']).variables)
          add(uses, variable, { kind: 'tool', id, name });
      return uses;
    },
  };
}

function add(uses: Map<string, NamedUse[]>, name: string, use: NamedUse): void {
  const list = uses.get(name);
  if (list) list.push(use);
  else uses.set(name, [use]);
}
