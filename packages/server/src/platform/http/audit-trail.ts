import { savePreferences } from '@tendril/contract/api/auths';
import { createCall, testFunction } from '@tendril/contract/api/calls';
import { evaluateCustomFunction, runCustomFunction } from '@tendril/contract/api/code-runs';
import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { checkFlow } from '@tendril/contract/api/flow-versions';
import { saveDraft } from '@tendril/contract/api/flows';
import { inspectFiles } from '@tendril/contract/api/import-files';
import { loadNodeOptions } from '@tendril/contract/api/nodes';
import { simulateInbound, testInboundWebhook } from '@tendril/contract/api/phone-number-checks';
import { predictInternally } from '@tendril/contract/api/predictions';
import { startRun, stopRun } from '@tendril/contract/api/runs';
import { upsertVectors } from '@tendril/contract/api/upserts';
import { updateAgentSettings, updateVoiceAgent, updateVoiceLlm } from '@tendril/contract/api/voice-agents';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AuditContext, auditContext } from '../db/audit-context.ts';
import type { AuditLog } from '../db/audit-log.ts';
import { type Caller, callerName } from './caller.ts';

/** Formally a write, but nothing in the workspace changes. */
const changesNothing: ReadonlySet<EndpointDefinition> = new Set<EndpointDefinition>([
  savePreferences,
  evaluateCustomFunction,
  runCustomFunction,
  checkFlow,
  createCall,
  inspectFiles,
  loadNodeOptions,
  predictInternally,
  simulateInbound,
  testInboundWebhook,
  startRun,
  stopRun,
  testFunction,
]);

/** Requests that editors send while somebody types. */
const savedOften: ReadonlySet<EndpointDefinition> = new Set<EndpointDefinition>([
  saveDraft,
  updateAgentSettings,
  updateVoiceAgent,
  updateVoiceLlm,
]);

/** An editor saves every few seconds: one entry covers this much time. */
const sameWorkMs = 10 * 60_000;
const maxRemembered = 10_000;

/** Whether a successful request of this route belongs in the audit log. */
export function isChange(endpoint: EndpointDefinition): boolean {
  if (endpoint.method === 'GET' || endpoint.isRead || changesNothing.has(endpoint)) return false;
  // What visitors do with a flow is its use; only an upsert has a lasting effect.
  return endpoint.auth === 'session' || endpoint.auth === 'sessionOrKey' || endpoint === upsertVectors;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Present while a handler runs that may change something. */
    auditContext?: AuditContext | undefined;
    /** Id and name of what was changed, once the response contains them. */
    auditTarget?: { id?: string | undefined; name?: string | undefined };
  }
}

/** Runs a handler so that its audit entries carry the request's address. */
export function withAuditContext<T>(endpoint: EndpointDefinition, request: FastifyRequest, work: () => T): T {
  // Signing in and out writes entries of its own.
  const isSignIn = endpoint.auth === 'origin' || endpoint.auth === 'step';
  if (!isSignIn && !isChange(endpoint)) return work();
  const context = { area: endpoint.tag, address: request.ip, isRecorded: false };
  request.auditContext = context;
  return auditContext.run(context, work);
}

/** Takes from a response the id and name of the thing that was changed, and nothing more. */
export function noteTarget(request: FastifyRequest, answer: unknown): void {
  if (!request.auditContext || typeof answer !== 'object' || answer === null) return;
  const { id, name, keyName } = answer as Record<string, unknown>;
  request.auditTarget = { id: textOf(id), name: textOf(name) ?? textOf(keyName) };
}

/**
 * Writes every change by a session or a key to the audit log, before the response is sent: who, what, which one and
 * from where. A feature that writes an entry of its own gets no second one.
 */
export function addAuditTrail(fastify: FastifyInstance, audit: AuditLog): void {
  const lately = new Map<string, number>();

  function isSameWork(key: string): boolean {
    const now = Date.now();
    if (now - (lately.get(key) ?? Number.NEGATIVE_INFINITY) < sameWorkMs) return true;
    if (lately.size >= maxRemembered) lately.clear();
    lately.set(key, now);
    return false;
  }

  async function record(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { endpoint } = request.routeOptions.config;
    const context = request.auditContext;
    const caller = request.caller as Caller | null;
    if (!endpoint || !context || context.isRecorded || reply.statusCode >= 400) return;
    if (!caller || caller.kind === 'anonymous' || !isChange(endpoint)) return;
    context.isRecorded = true;
    const actor = callerName(caller);
    const target = targetOf(request, reply);
    if (savedOften.has(endpoint) && isSameWork(`${actor} ${endpoint.path} ${target}`)) return;
    const name = request.auditTarget?.name;
    const entry = {
      workspaceId: caller.workspaceId,
      actor,
      action: `${endpoint.method} ${endpoint.path}` as const,
      ...(target !== undefined && { target }),
      detail: { method: endpoint.method, path: endpoint.path, ...(name !== undefined && { name }) },
    };
    // The change is made: an entry that cannot be written is reported to the operator, not to the caller.
    await auditContext
      .run(context, () => audit.record(entry))
      .catch((error: unknown) => request.log.error({ err: error, action: entry.action }, 'audit entry lost'));
  }

  // Most requests change nothing: they do not wait for a promise here.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (request.auditContext) record(request, reply).then(() => done(null, payload), done);
    else done(null, payload);
  });
  // Event streams bypass onSend.
  fastify.addHook('onResponse', (request, reply, done) => {
    if (request.auditContext) record(request, reply).then(() => done(), done);
    else done();
  });
}

function targetOf(request: FastifyRequest, reply: FastifyReply): string | undefined {
  const [named] = Object.values((request.params ?? {}) as Record<string, string>);
  const { id } = request.auditTarget ?? {};
  // For a copy, the entry is about the original.
  return reply.statusCode === 201 ? (id ?? named) : (named ?? id);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined;
}
