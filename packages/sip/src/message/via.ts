import { readParams } from './sip-uri.ts';

/** Who sent a request, and where its response goes. */
export interface Via {
  transport: string;
  host: string;
  port?: number;
  branch: string;
  params: ReadonlyMap<string, string>;
}

const sentBy =
  /^SIP ?\/ ?2\.0 ?\/ ?([A-Za-z]{2,8})\s+(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?:\s?:\s?(\d{1,5}))?$/i;

/** Reads one Via value; undefined when it is none. */
export function parseVia(text: string): Via | undefined {
  const [first = '', ...rest] = text.split(';');
  const found = sentBy.exec(first.trim());
  if (!found) return undefined;
  const params = readParams(rest);
  const [, transport = '', host = '', port] = found;
  // A port that is none cannot be answered to.
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return undefined;
  return {
    transport: transport.toLowerCase(),
    host: host.replace(/^\[|\]$/g, ''),
    ...(port !== undefined && { port: Number(port) }),
    branch: params.get('branch') ?? '',
    params,
  };
}
