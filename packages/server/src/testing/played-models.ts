import { type Shape, sampleOf } from './sample-of.ts';

interface FunctionShape {
  name: string;
  parameters?: Shape;
  parametersJsonSchema?: Shape;
}

/** What requests of several vendors have in common, by the names that each of them uses. */
interface Asked {
  stream?: boolean;
  messages?: unknown[];
  contents?: unknown[];
  tools?: {
    function?: FunctionShape;
    name?: string;
    input_schema?: Shape;
    functionDeclarations?: FunctionShape[];
  }[];
  response_format?: { json_schema?: { schema: Shape } };
  output_config?: { format?: { schema?: Shape } };
  output_format?: { schema?: Shape };
  generationConfig?: { responseSchema?: Shape; responseJsonSchema?: Shape };
  format?: Shape | 'json';
}

interface Reply {
  text: string;
  calls: { name: string; input: unknown }[];
}

const query = "SELECT firstName FROM samples WHERE lastName = 'Tyler'";
const shapeInWords = /JSON schema:\n(\{.*\})/;

function toolsOf({ tools = [] }: Asked): { name: string; shape: Shape }[] {
  return tools.flatMap(({ function: one, functionDeclarations = [], name, input_schema: shape = {} }) => [
    ...(name === undefined ? [] : [{ name, shape }]),
    ...[...(one ? [one] : []), ...functionDeclarations].map((each) => ({
      name: each.name,
      shape: each.parameters ?? each.parametersJsonSchema ?? {},
    })),
  ]);
}

function shapeOf(asked: Asked, said: string): Shape | undefined {
  const { generationConfig: google, output_config: config, format } = asked;
  const given =
    asked.response_format?.json_schema?.schema ??
    (config?.format ?? asked.output_format)?.schema ??
    google?.responseJsonSchema ??
    google?.responseSchema ??
    (typeof format === 'object' ? format : undefined);
  const [, words] = shapeInWords.exec(said) ?? [];
  return given ?? (words === undefined ? undefined : (JSON.parse(words) as Shape));
}

/** Calls each tool once, fills in the shape that it is asked for, and otherwise answers. */
function replyTo(asked: Asked): Reply {
  const turns = asked.messages ?? asked.contents ?? [];
  const all = JSON.stringify(turns);
  const said = turns
    .map((turn) => (turn as { content?: unknown }).content)
    .map((content) => (typeof content === 'string' ? content : ''))
    .join('\n');
  // A supervisor has somebody work first, and then ends.
  const isOver = all.includes('tea is a drink');
  const choose = (choices: unknown[]) => (isOver && choices.includes('FINISH') ? 'FINISH' : choices.at(-1));
  const hasCalled = /"tool"|"tool_result"|"functionResponse"/.test(all);
  const calls = (hasCalled ? [] : toolsOf(asked)).map(({ name, shape }) => ({
    name,
    input: sampleOf({ type: 'object', ...shape }, choose),
  }));
  if (calls.length > 0) return { text: '', calls };
  const shape = shapeOf(asked, said);
  if (shape) return { text: JSON.stringify(sampleOf(shape, choose)), calls };
  return { text: said.includes('MySQL expert') ? query : 'FINISH: tea is a drink.', calls };
}

function events(frames: readonly object[], end = ''): Response {
  const body = frames.map((frame) => {
    const name = 'type' in frame ? `event: ${frame.type}\n` : '';
    return `${name}data: ${JSON.stringify(frame)}\n\n`;
  });
  return new Response(body.join('') + end, { headers: { 'content-type': 'text/event-stream' } });
}

const called = ({ calls }: Reply) => calls.map((call, index) => ({ ...call, index, id: `call_${index}` }));

function openAi(reply: Reply, isStreamed: boolean): Response {
  const calls = called(reply).map(({ index, id, name, input }) => ({
    ...{ index, id, type: 'function' },
    function: { name, arguments: JSON.stringify(input) },
  }));
  const hasCalls = calls.length > 0;
  const message = {
    role: 'assistant',
    content: hasCalls ? null : reply.text,
    ...(hasCalls && { tool_calls: calls }),
  };
  const end = { index: 0, finish_reason: hasCalls ? 'tool_calls' : 'stop' };
  const common = { id: 'c', created: 1, model: 'm' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  if (!isStreamed)
    return Response.json({ ...common, object: 'chat.completion', choices: [{ ...end, message }], usage });
  const choices = [
    { index: 0, delta: message, finish_reason: null },
    { ...end, delta: {} },
  ];
  const object = 'chat.completion.chunk';
  const frames = choices.map((choice) => ({ ...common, object, choices: [choice], usage }));
  return events(frames, 'data: [DONE]\n\n');
}

function anthropic(reply: Reply, isStreamed: boolean): Response {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const head = { id: 'm', type: 'message', role: 'assistant', model: 'm' };
  const calls = called(reply).map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }));
  const stop = { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null };
  const blocks = calls.length > 0 ? calls : [{ type: 'text', text: reply.text }];
  if (!isStreamed) return Response.json({ ...head, content: blocks, ...stop, usage });
  const message = { ...head, content: [], stop_reason: null, stop_sequence: null, usage };
  const framesOf = (block: (typeof blocks)[number], index: number) => [
    {
      ...{ type: 'content_block_start', index },
      content_block: 'text' in block ? { ...block, text: '' } : { ...block, input: {} },
    },
    {
      ...{ type: 'content_block_delta', index },
      delta:
        'text' in block
          ? { type: 'text_delta', text: block.text }
          : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
    },
    { type: 'content_block_stop', index },
  ];
  return events([
    { type: 'message_start', message },
    ...blocks.flatMap(framesOf),
    { type: 'message_delta', delta: stop, usage },
    { type: 'message_stop' },
  ]);
}

function google(reply: Reply, isStreamed: boolean): Response {
  const calls = reply.calls.map(({ name, input }) => ({ functionCall: { name, args: input } }));
  const parts = calls.length > 0 ? calls : [{ text: reply.text }];
  const answer = {
    candidates: [{ content: { parts, role: 'model' }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
  return isStreamed ? events([answer]) : Response.json(answer);
}

function ollama({ text, calls }: Reply): Response {
  const tool_calls = calls.map(({ name, input }) => ({ function: { name, arguments: input } }));
  const message = { role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls }) };
  const head = { model: 'm', created_at: '2026-01-01T00:00:00Z' };
  return Response.json({ ...head, message, done: true, done_reason: 'stop' });
}

/** Models of five vendors, by the path of a request; undefined for any other path. */
export function playedModel(pathname: string, body: unknown): Response | undefined {
  const asked = (body ?? {}) as Asked;
  const isStreamed = asked.stream === true;
  if (pathname.endsWith('/chat/completions')) return openAi(replyTo(asked), isStreamed);
  if (pathname.endsWith('/v1/messages')) return anthropic(replyTo(asked), isStreamed);
  if (pathname.includes('enerateContent'))
    return google(replyTo(asked), pathname.endsWith(':streamGenerateContent'));
  if (pathname === '/api/chat') return ollama(replyTo(asked));
  return undefined;
}
