import type { Scope } from './db/scope.ts';
import { createFlowUses } from './features/flow-uses/flow-uses.service.ts';
import { createUsesBy } from './features/flow-uses/uses-by.service.ts';
import { createMcpServerService } from './features/mcp-servers/mcp-servers.service.ts';
import { createToolImportService } from './features/tools/tool-imports.service.ts';
import { createToolService } from './features/tools/tools.service.ts';
import { createVariableService } from './features/variables/variables.service.ts';
import { productVersion } from './features/version/version.service.ts';
import type { Ground } from './ground.ts';

/** Everything that flows lend from their workspace by name: variables, tools, servers of tools. */
export function createToolkit({ db, vault, egress }: Ground, onChange: (scope: Scope) => void) {
  const uses = createUsesBy(db, createFlowUses(db));
  const variables = createVariableService({ db, vault, findUses: uses.variable, onChange });
  const tools = createToolService({ db, findUses: uses.tool, onChange });
  const toolImports = createToolImportService({ tools, egress, findVariables: variables.findNames });
  const version = productVersion();
  const mcpServers = createMcpServerService({
    db,
    vault,
    egress,
    version,
    findUses: uses.mcpServer,
    onChange,
  });
  return { variables, tools, toolImports, mcpServers };
}
