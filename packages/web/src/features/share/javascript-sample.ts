import { indented } from './indented.ts';
import type { SamplePart, SampleRequest } from './sample-request.ts';

/** The call in JavaScript, for Node.js and for pages. */
export function javascriptSample(request: SampleRequest): string {
  const headers = [
    ...(request.apiKey === undefined ? [] : [`Authorization: ${JSON.stringify(`Bearer ${request.apiKey}`)}`]),
    ...(request.kind === 'json' ? ['"Content-Type": "application/json"'] : []),
  ];
  const lines = [
    ...(request.kind === 'form' ? formLines(request.parts) : []),
    `const response = await fetch(${JSON.stringify(request.url)}, {`,
    '  method: "POST",',
    ...(headers.length > 0 ? ['  headers: {', ...headers.map((header) => `    ${header},`), '  },'] : []),
    request.kind === 'json'
      ? `  body: JSON.stringify(${indented(JSON.stringify(request.body, null, 2), 2)}),`
      : '  body: form,',
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    ...(request.isStreaming ? streamLines : ['console.log(await response.json());']),
  ];
  return lines.join('\n');
}

function formLines(parts: readonly SamplePart[]): string[] {
  return [
    '// In a page: const file = input.files[0];',
    'const file = new File(["Some text"], "document.txt", { type: "text/plain" });',
    'const form = new FormData();',
    ...parts.map(({ name, text }) =>
      text === undefined
        ? `form.append(${JSON.stringify(name)}, file);`
        : `form.append(${JSON.stringify(name)}, ${JSON.stringify(text)});`,
    ),
    '',
  ];
}

const streamLines = [
  '',
  'const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();',
  'let rest = "";',
  'for (;;) {',
  '  const { done, value } = await reader.read();',
  '  if (done) break;',
  '  const lines = (rest + value).split("\\n");',
  '  rest = lines.pop();',
  '  for (const line of lines) {',
  '    if (!line.startsWith("data:")) continue;',
  '    const { event, data } = JSON.parse(line.slice("data:".length));',
  '    if (event === "token") console.log(data);',
  '    if (event === "error") throw new Error(data);',
  '  }',
  '}',
];
