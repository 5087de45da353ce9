import type { ApiKey, KeyScope } from '@tendril/contract/api/api-keys';
import { studioPrefix } from '@tendril/contract/api/prefixes';

export interface CallLine {
  origin: string;
  secret: string;
  flowId: string;
  /** What the key may do: one that only reads cannot ask a flow, its line reads the list of them. */
  scope: KeyScope;
}

/** The scope whose line shows the use of a key: one for chosen permissions that run no flow reads. */
export function usedAs({ scope, permissions }: Pick<ApiKey, 'scope' | 'permissions'>): KeyScope {
  return scope === 'custom' && !permissions.includes('flows:run') ? 'read' : scope;
}

/** The line of a terminal that uses a key. */
export function callLine({ origin, secret, flowId, scope }: CallLine): string {
  const authorization = `-H 'Authorization: Bearer ${secret}'`;
  if (scope === 'read' || scope === 'credentials')
    return `curl ${origin}${studioPrefix}/${scope === 'read' ? 'chatflows' : 'credentials'} \\\n  ${authorization}`;
  return [
    `curl ${origin}${studioPrefix}/prediction/${flowId} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  ${authorization} \\`,
    `  -d '{"question": "Hey, how are you?"}'`,
  ].join('\n');
}
