import { studioPrefix } from '@tendril/contract/api/prefixes';

export interface CallLine {
  origin: string;
  secret: string;
  flowId: string;
  /** A key that only reads cannot ask a flow: its line reads one. */
  isReading: boolean;
}

/** The line of a terminal that uses a key. */
export function callLine({ origin, secret, flowId, isReading }: CallLine): string {
  const authorization = `-H 'Authorization: Bearer ${secret}'`;
  if (isReading) return `curl ${origin}${studioPrefix}/chatflows \\\n  ${authorization}`;
  return [
    `curl ${origin}${studioPrefix}/prediction/${flowId} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  ${authorization} \\`,
    `  -d '{"question": "Hey, how are you?"}'`,
  ].join('\n');
}
