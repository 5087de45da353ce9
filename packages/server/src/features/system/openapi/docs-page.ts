const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 62rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.1rem; }
details { border-top: 1px solid color-mix(in srgb, currentColor 18%, transparent); padding: .5rem 0; }
summary { cursor: pointer; display: flex; gap: .75rem; flex-wrap: wrap; align-items: baseline; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
.method { font-weight: 600; min-width: 4rem; }
.what { opacity: .75; }
pre { overflow: auto; padding: .75rem; background: color-mix(in srgb, currentColor 7%, transparent); border-radius: 6px; }
`;

type Operation = {
  tags: string[];
  summary: string;
  description: string;
  requestBody?: unknown;
  parameters: { name: string; in: string }[];
};
type Document = { paths: Record<string, Record<string, Operation>> };

interface Row {
  method: string;
  path: string;
  operation: Operation;
}

/** The API document as a page for people; no script, one inline style sheet under `nonce`. */
export function drawDocs(document: Record<string, unknown>, nonce: string): string {
  const rows = Object.entries((document as unknown as Document).paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, operation]): Row => ({ method: method.toUpperCase(), path, operation }),
    ),
  );
  const sections = [...Map.groupBy(rows, (row) => row.operation.tags[0] ?? '')].map(
    ([tag, group]) => `<h2>${escapeHtml(tag)}</h2>${group.map(drawRow).join('')}`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="/favicon.svg"><title>Tendril API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${nonce}">${style}</style></head>
<body><h1>Tendril API</h1>
<p>Send an API key as <code>Authorization: Bearer …</code>. The same as data: <a href="/api/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}</body></html>`;
}

function drawRow({ method, path, operation }: Row): string {
  const { summary, description, parameters, requestBody } = operation;
  const names = parameters
    .map((parameter) => `<code>${escapeHtml(parameter.name)}</code> (${parameter.in})`)
    .join(', ');
  return `<details><summary><span class="method">${method}</span><code>${escapeHtml(path)}</code>
<span class="what">${escapeHtml(summary)}</span></summary><p>${escapeHtml(description)}</p>
${names && `<p>Parameters: ${names}</p>`}${requestBody ? `<pre>${escapeHtml(JSON.stringify(requestBody, null, 2))}</pre>` : ''}</details>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
