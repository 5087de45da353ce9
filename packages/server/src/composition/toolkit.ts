import { createUsesBy, type FlowUses } from '../features/flows/flow-uses/public.ts';
import { createMcpServerService } from '../features/flows/mcp-servers/public.ts';
import { createToolImportService, createToolService } from '../features/flows/tools/public.ts';
import { createVariableService } from '../features/flows/variables/public.ts';
import type { RevisedKind } from '../platform/bus/control-bus.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import { productVersion } from '../platform/product-version.ts';

/** What flows use from their workspace by name: variables, tools and MCP servers. */
export function createToolkit(
  { db, vault, egress }: Infrastructure,
  flowUses: FlowUses,
  revised: (what: RevisedKind) => (scope: Scope) => void,
) {
  const uses = createUsesBy(db, flowUses);
  const variables = createVariableService({
    db,
    vault,
    findUses: uses.variable,
    onChange: revised('variable'),
  });
  const tools = createToolService({ db, findUses: uses.tool, onChange: revised('tool') });
  const toolImports = createToolImportService({ tools, egress, findVariables: variables.findNames });
  const version = productVersion();
  const mcpServers = createMcpServerService({
    db,
    vault,
    egress,
    version,
    findUses: uses.mcpServer,
    onChange: revised('tool'),
  });
  return { variables, tools, toolImports, mcpServers };
}
