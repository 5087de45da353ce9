import { studioPrefix } from '@tendril/contract/api/prefixes';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

interface Sample {
  origin: string;
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as a form. */
  form?: readonly [name: string, value: string][];
}

/** A call of the knowledge base's API as a line for a shell. */
export function storeCall({ origin, path, body, form = [] }: Sample): string {
  const lines = [
    `curl ${quoted(`${origin}${studioPrefix}/document-store/${path}`)}`,
    '-X POST',
    `-H ${quoted('Authorization: Bearer <API key>')}`,
    ...(body === undefined
      ? []
      : [`-H ${quoted('Content-Type: application/json')}`, `-d ${quoted(JSON.stringify(body))}`]),
    ...form.map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
  ];
  return lines.join(' \\\n  ');
}
