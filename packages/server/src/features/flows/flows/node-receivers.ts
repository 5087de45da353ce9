import type { FlowNode } from '@tendril/contract/flow/flow';

const urls = /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'`<>\\]+/gi;
const placeNames = /host|server|url|uri|endpoint|address|domain|region|base/i;

/**
 * Where a node's settings let it send what it knows: the servers of every address among them, whatever else a field
 * holds that is named like one, and what kind of node it is. Fields in `hidden` are no addresses but secrets.
 */
export function nodeReceivers(
  node: FlowNode | undefined,
  hidden: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  if (!node) return new Set();
  const receivers = new Set([`kind ${node.data.name}`]);
  for (const [name, value] of Object.entries(node.data.inputs ?? {})) {
    if (hidden.has(name) || value === null || value === undefined || value === '') continue;
    const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
    const named = (text.match(urls) ?? []).flatMap((url) => serverOf(url) ?? []);
    for (const server of named) receivers.add(server);
    if (named.length === 0 && placeNames.test(name)) receivers.add(`${name} ${text.toLowerCase()}`);
  }
  return receivers;
}

// The origin of a scheme that URL does not know is "null".
function serverOf(text: string): string | undefined {
  const url = URL.parse(text);
  return url ? `${url.protocol}//${url.host}` : undefined;
}
