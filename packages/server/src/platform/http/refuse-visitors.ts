import { openCallSocket } from '@tendril/contract/api/calls';
import { readMetrics } from '@tendril/contract/api/server-status';
import { openTelnyxMedia, openTwilioMedia, telephonyPath } from '@tendril/contract/api/telephony';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyInstance } from 'fastify';

/** What every process serves: its health, its figures, and requests of other processes. */
const served = ['/health/', '/internal/', readMetrics.path];

/** The lines of calls, at a process that is there for them: they are open until it ends. */
export const linePaths: readonly string[] = [openCallSocket.path, openTwilioMedia.path, openTelnyxMedia.path];

/** Refuses every request of people and programs; for processes without the role "web". */
export function refuseVisitors(fastify: FastifyInstance, roles: readonly string[]): void {
  const carriesCalls = roles.includes('media');
  const open = carriesCalls ? [...served, ...linePaths, `${telephonyPath}/`] : served;
  const does = [...(carriesCalls ? ['carries calls'] : []), ...(roles.includes('work') ? ['does jobs'] : [])];
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (open.some((path) => request.url.startsWith(path))) return done();
    const message = `This process ${does.join(' and ')} and serves nothing else; its ROLE is ${roles.join(',')}.`;
    done(new AppError('NOT_FOUND', message));
  });
}
