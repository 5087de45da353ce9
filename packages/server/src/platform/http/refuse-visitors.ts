import { AppError } from '@tendril/contract/app-error';
import type { FastifyInstance } from 'fastify';

/** What a process that only does jobs serves: its health, and requests of other processes. */
const served = ['/health/', '/internal/'];

/** Refuses every request of people and programs; for processes without the role "web". */
export function refuseVisitors(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (served.some((path) => request.url.startsWith(path))) return done();
    done(new AppError('NOT_FOUND', 'This process does jobs and serves nothing else; its ROLE is work.'));
  });
}
