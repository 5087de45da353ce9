import { createServer, type Server } from 'node:http';

export interface SlowModel {
  port: number;
  /** How many answers are in progress. */
  open(): number;
  /** Milliseconds between `since` and the close of each answer that the caller cut off. */
  cutAt: number[];
  close(): Promise<void>;
}

const chunk = (content: string) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'slow', choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] })}\n\n`;

/** A server of OpenAI's protocol that streams `words` tokens, one every `everyMs`, and sees when its caller leaves. */
export async function startSlowModel(words: number, everyMs: number): Promise<SlowModel> {
  let underWay = 0;
  const cutAt: number[] = [];
  const server: Server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      underWay += 1;
      let sent = 0;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => {
        sent += 1;
        response.write(chunk(`word${sent} `));
        if (sent < words) return;
        clearInterval(timer);
        response.end('data: [DONE]\n\n');
      }, everyMs);
      response.on('close', () => {
        clearInterval(timer);
        underWay -= 1;
        if (sent < words) cutAt.push(performance.now());
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    open: () => underWay,
    cutAt,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
