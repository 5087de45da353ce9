import type { SampleRequest } from './sample-request.ts';

/** The call as a line for a shell. */
export function curlSample(request: SampleRequest): string {
  const lines = [`curl${request.isStreaming ? ' --no-buffer' : ''} ${quoted(request.url)}`, '-X POST'];
  if (request.apiKey !== undefined) lines.push(`-H ${quoted(`Authorization: Bearer ${request.apiKey}`)}`);
  if (request.kind === 'json') {
    lines.push(`-H ${quoted('Content-Type: application/json')}`);
    lines.push(`-d ${quoted(JSON.stringify(request.body))}`);
  } else {
    for (const { name, text } of request.parts) {
      lines.push(`-F ${quoted(text === undefined ? `${name}=@document.txt` : `${name}=${text}`)}`);
    }
  }
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
