import { createCall } from '@tendril/contract/api/calls';
import { writeNumberedFrame } from '@tendril/contract/voice/numbered-frame';
import type { ApiClient } from './api-client.ts';

const silence = new Int16Array(320);

/**
 * A whole call of a page: it says one thing, and hangs up; before that it sends frames of silence with these numbers.
 * Returns the call's id.
 */
export async function talk(
  client: ApiClient,
  agentId: string,
  version: 'live' | 'draft',
  channel: 'audio' | 'text',
  frames: readonly number[] = [],
): Promise<string> {
  const { data, token, socketPath } = await client.call<{
    data: { id: string };
    token: string;
    socketPath: string;
  }>('POST', createCall.path, { agentId, channel, version });
  const socket = new WebSocket(`${client.origin.replace('http', 'ws')}${socketPath}?token=${token}`);
  await new Promise<void>((resolve) => {
    socket.onmessage = ({ data: message }) => {
      if (typeof message !== 'string') return;
      if (message.includes('"type":"ready"')) {
        if (frames.length > 0) socket.send(JSON.stringify({ type: 'numbered' }));
        for (const sequence of frames)
          socket.send(writeNumberedFrame(silence, { sequence, spokenMs: 20 * sequence }));
        socket.send(JSON.stringify({ type: 'say', text: 'When does the shop open?' }));
      }
      if (message.includes('"type":"agent-turn"')) socket.send(JSON.stringify({ type: 'hang-up' }));
    };
    socket.onclose = () => resolve();
  });
  return data.id;
}
