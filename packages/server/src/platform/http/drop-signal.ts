import type { FastifyReply } from 'fastify';

/** Aborts when the client drops the connection before the answer is complete. */
export function dropSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const { raw } = reply;
  const abort = () => {
    if (!raw.writableFinished) controller.abort(new DOMException('The client has gone.', 'AbortError'));
  };
  if (raw.destroyed) abort();
  else raw.once('close', abort);
  return controller.signal;
}
