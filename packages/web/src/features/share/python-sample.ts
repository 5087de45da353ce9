import { indented } from './indented.ts';
import type { SamplePart, SampleRequest } from './sample-request.ts';

/** The call in Python, with the `requests` package. */
export function pythonSample(request: SampleRequest): string {
  const headers =
    request.apiKey === undefined
      ? []
      : [`headers={"Authorization": ${pythonText(`Bearer ${request.apiKey}`)}},`];
  const body =
    request.kind === 'json'
      ? [`json=${indented(pythonValue(request.body, 0), 4)},`]
      : formArguments(request.parts);
  const call = [
    'response = requests.post(',
    ...[`${pythonText(request.url)},`, ...headers, ...body].map((line) => `    ${line}`),
    ...(request.isStreaming ? ['    stream=True,'] : []),
    ')',
    'response.raise_for_status()',
  ];
  const imports = request.isStreaming ? ['import json', 'import requests'] : ['import requests'];
  const ending = request.isStreaming ? streamLines : ['print(response.json())'];
  return [...imports, '', ...call, ...ending].join('\n');
}

function formArguments(parts: readonly SamplePart[]): string[] {
  const files = parts.filter(({ text }) => text === undefined);
  const texts = parts.filter(({ text }) => text !== undefined);
  return [
    `files={${files.map(({ name }) => `${pythonText(name)}: open("document.txt", "rb")`).join(', ')}},`,
    'data={',
    ...texts.map(({ name, text = '' }) => `    ${pythonText(name)}: ${pythonText(text)},`),
    '},',
  ];
}

const streamLines = [
  'response.encoding = "utf-8"',
  '',
  'for line in response.iter_lines(decode_unicode=True):',
  '    if not line.startswith("data:"):',
  '        continue',
  '    frame = json.loads(line[len("data:"):])',
  '    if frame["event"] == "token":',
  '        print(frame["data"], end="", flush=True)',
  '    elif frame["event"] == "error":',
  '        raise RuntimeError(frame["data"])',
];

// JSON text is Python text too, but for a pair of separators that Python takes as they are.
const pythonText = (text: string) => JSON.stringify(text);

function pythonValue(value: unknown, depth: number): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null || value === undefined) return 'None';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = ' '.repeat(4 * (depth + 1));
  const items = Array.isArray(value)
    ? value.map((item) => pythonValue(item, depth + 1))
    : Object.entries(value).map(([key, item]) => `${pythonText(key)}: ${pythonValue(item, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${' '.repeat(4 * depth)}${close}`;
}
