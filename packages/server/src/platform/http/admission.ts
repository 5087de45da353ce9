import type { FastifyReply, FastifyRequest } from 'fastify';

/** A decision on a request that is made before its body is read, and passed to its handler. */
export interface Admission<T> {
  /** The option of `serve`. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The decision. */
  of(request: FastifyRequest): T;
}

export function createAdmission<T>(
  decide: (request: FastifyRequest, reply: FastifyReply) => Promise<T>,
): Admission<T> {
  const decided = new WeakMap<FastifyRequest, { value: T }>();
  return {
    async admit(request, reply) {
      decided.set(request, { value: await decide(request, reply) });
    },
    of(request) {
      const found = decided.get(request);
      if (!found) throw new Error('The route was mounted without its admission.');
      return found.value;
    },
  };
}
