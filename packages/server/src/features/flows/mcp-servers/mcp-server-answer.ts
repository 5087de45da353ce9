import type { Body } from '@tendril/contract/api/endpoint';
import type { McpServerAnswer, updateMcpServer } from '@tendril/contract/api/mcp-servers';
import type { NamedUse } from '@tendril/contract/api/variables';
import { AppError } from '@tendril/contract/app-error';
import type { McpServerTable } from '../../../platform/db/schema.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { mcpSecretPlace } from './mcp-secret-place.ts';
import { toMcpTool, toolsOf } from './offered-tools.ts';

/** A server as the API returns it: without its secret. */
export function toAnswer(row: McpServerTable, uses: ReadonlyMap<string, NamedUse[]>): McpServerAnswer {
  const { workspaceId: _workspace, sealedSecret, ...shown } = row;
  return {
    ...shown,
    hasSecret: sealedSecret !== null,
    tools: toolsOf(row).map(toMcpTool),
    usedBy: uses.get(row.id) ?? [],
  };
}

/** Throws INVALID_INPUT where the sign-in method lacks a part. */
export function refuseSecret(
  { auth, headerName }: Pick<McpServerTable, 'auth' | 'headerName'>,
  hasSecret: boolean,
): void {
  if (auth === 'header' && headerName === '') throw refusal('headerName', 'must not be empty');
  if (auth !== 'none' && !hasSecret) throw refusal('secret', 'must not be empty');
}

/** The sealed secret after a change. Throws INVALID_INPUT when the stored one would be sent to another address. */
export function checkedSecret(
  row: McpServerTable,
  { secret, ...fields }: Body<typeof updateMcpServer>,
  vault: Vault,
): string | null {
  const next = { auth: fields.auth ?? row.auth, headerName: fields.headerName ?? row.headerName };
  const isElsewhere = new URL(fields.url ?? row.url).origin !== new URL(row.url).origin;
  const stored = next.auth === 'none' || secret !== undefined ? null : row.sealedSecret;
  if (isElsewhere && stored !== null) throw refusal('secret', 'has to be given again for another address');
  const sealed =
    secret && next.auth !== 'none'
      ? vault.seal(mcpSecretPlace(row), secret)
      : stored && vault.renew(mcpSecretPlace(row), stored);
  refuseSecret(next, sealed !== null);
  return sealed;
}

function refusal(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}
