import type { ServerResponse } from 'node:http';
import {
  openEvents,
  piecesOf,
  type Scenario,
  sendJson,
  startVendorServer,
  type VendorServer,
} from './vendor-server.ts';

const tail = {
  usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 7, totalTokenCount: 19 },
  modelVersion: 'gemini-2.5-flash',
  responseId: 'response-1',
};

const candidate = (parts: object[], finishReason?: string) => ({
  candidates: [{ content: { parts, role: 'model' }, ...(finishReason && { finishReason }), index: 0 }],
  ...tail,
});

function send(scenario: Scenario, response: ServerResponse): void {
  const parts =
    scenario.kind === 'tool-call'
      ? [{ functionCall: { name: scenario.tool, args: scenario.input } }]
      : [{ text: piecesOf(scenario).join('') }];
  sendJson(response, candidate(parts, 'STOP'));
}

function stream(scenario: Scenario, response: ServerResponse): void {
  const emit = openEvents(response);
  for (const text of piecesOf(scenario)) emit(candidate([{ text }]));
  if (scenario.kind === 'hang-after') return;
  if (scenario.kind === 'tool-call') {
    emit(candidate([{ functionCall: { name: scenario.tool, args: scenario.input } }], 'STOP'));
  } else emit(candidate([{ text: '' }], 'STOP'));
  response.end();
}

/** A local server with Google's `generateContent`. */
export function startGoogleServer(): Promise<VendorServer> {
  return startVendorServer(({ path }, scenario, response) => {
    if (scenario.kind === 'status') {
      const error = { code: scenario.status, message: scenario.message, status: 'INVALID_ARGUMENT' };
      sendJson(response, { error }, scenario.status, scenario.headers);
    } else if (path.includes(':streamGenerateContent')) stream(scenario, response);
    else send(scenario, response);
  });
}
