import type { UpsertBody, UpsertResult } from '@tendril/contract/api/upserts';
import { AppError } from '@tendril/contract/app-error';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { FlowPlan, PlannedNode } from '@tendril/engine/flow-plan';
import type { RunOutcome, RunRequest } from '@tendril/engine/run-request';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { TakenFile } from '../../../platform/files/take-file.ts';
import type { RunnableFlow } from '../../flows/flows/public.ts';
import { outcomeFailure } from '../../flows/predictions/public.ts';
import { assignFiles, fileLoadersOf, takesChatFiles } from '../../flows/uploads/public.ts';
import type { Passages } from './passages.ts';
import type { UpsertHistory } from './upsert-history.ts';
import { findStore, nodesUpTo, toUpsertPlan } from './upsert-plan.ts';

const mostDocuments = 1000;

interface UpsertParts {
  passages: Passages;
  history: UpsertHistory;
  files: FileStore;
  services(flow: RunnableFlow, runId: string, chatId: string): NodeServices;
  variables(scope: Scope): Promise<Readonly<Record<string, string>>>;
  /** Names of its secret variables. */
  secretNames(scope: Scope): Promise<ReadonlySet<string>>;
  /** What the flow's owner lets callers change. Throws INVALID_INPUT. */
  readOverrides(
    asked: Record<string, unknown> | undefined,
    flow: RunnableFlow,
    plan: FlowPlan,
  ): { values: Record<string, unknown>; variables: Record<string, string> };
  runFlow(plan: FlowPlan, request: RunRequest): Promise<RunOutcome>;
}

interface UpsertRequest {
  flow: RunnableFlow;
  plan: FlowPlan;
  /** The caller does not belong to the flow's workspace. */
  isVisitor: boolean;
  body: UpsertBody;
  /** Stored already, without an owner. */
  files: readonly TakenFile[];
  signal: AbortSignal;
}

interface Prepared {
  store: PlannedNode;
  plan: FlowPlan;
  overrides: Record<string, unknown>;
  variables: Record<string, string>;
  /** Whether the documents are others than the flow's own. */
  isOther: boolean;
}

/** Fills vector stores: runs the flow up to the store, then inserts its documents. */
export function createUpserts(parts: UpsertParts) {
  const { passages, history, files, services } = parts;

  async function prepare({ plan, flow, body, files: given, isVisitor }: UpsertRequest): Promise<Prepared> {
    const { ValueCache } = await import('@tendril/engine/value-cache');
    const store = findStore(plan, body.stopNodeId);
    if (isVisitor) requireChatUpload(store, body, given);
    const asked = parts.readOverrides(body.overrideConfig, flow, plan);
    const loaded = assignFiles(given, fileLoadersOf(store, plan));
    const overrides = { ...asked.values, ...loaded };
    const changed = changedLoaders(store, plan, overrides);
    const isOther = changed.size > 0;
    // Values of its own: two files of the same name must not be confused.
    const loaders = isOther ? changed : undefined;
    const upsertPlan = toUpsertPlan({ plan, store, loaders, values: new ValueCache() });
    return { store, plan: upsertPlan, overrides, variables: asked.variables, isOther };
  }

  function provide(
    { flow, body, files: given }: UpsertRequest,
    { isOther }: Prepared,
    runId: string,
  ): NodeServices {
    const provided = services(flow, runId, body.chatId ?? '');
    const place = { workspaceId: flow.workspaceId, flowId: flow.id };
    return {
      ...provided,
      ...(isOther && { passages: passages.filling(place, body.chatId ?? '') }),
      async readFile(name) {
        const uploaded = given.find((file) => file.name === name);
        return uploaded ? files.read(flow.workspaceId, uploaded.sha256) : provided.readFile(name);
      },
    };
  }

  return {
    /** Throws INVALID_INPUT, FORBIDDEN, UNSUPPORTED_MEDIA_TYPE, FLOW_INVALID, TOO_LARGE, and the errors of nodes. */
    async run(request: UpsertRequest): Promise<UpsertResult> {
      const { flow, body, signal } = request;
      const prepared = await prepare(request);
      const runId = mintOrderedId();
      const chatId = body.chatId ?? runId;
      const outcome = await parts.runFlow(prepared.plan, {
        question: '',
        session: { runId, flowId: flow.id, chatId, sessionId: chatId, chatMessageId: runId },
        isStreaming: false,
        signal,
        services: provide(request, prepared, runId),
        variables: { ...(await parts.variables(flow)), ...prepared.variables },
        secretVariables: await parts.secretNames(flow),
        overrides: prepared.overrides,
        emit: () => {},
      });
      if (outcome.status !== 'done') throw outcomeFailure(outcome);
      const result = outcome.answer?.json as UpsertResult;
      const shown = { ...result, addedDocs: result.addedDocs.slice(0, mostDocuments) };
      await history.write(flow, flow.id, shown, nodesUpTo(prepared.store, request.plan));
      return shown;
    },
  };
}

export type UpsertService = ReturnType<typeof createUpserts>;

/** Visitors may bring files into their own chat where the owner allows it, and fill nothing else. */
function requireChatUpload(store: PlannedNode, body: UpsertBody, files: readonly TakenFile[]): void {
  if (!takesChatFiles(store))
    throw new AppError('FORBIDDEN', 'This flow does not accept files from visitors.');
  if (body.chatId === undefined || files.length === 0)
    throw new AppError(
      'FORBIDDEN',
      'Visitors can only add files to their own chat: send "files" and "chatId".',
    );
}

/** The loaders of a store that were overridden, directly or in a node they depend on. */
function changedLoaders(
  store: PlannedNode,
  plan: FlowPlan,
  overrides: Readonly<Record<string, unknown>>,
): Set<string> {
  const isChanged = (node: PlannedNode) =>
    node.inputs.some(({ name }) => {
      if (!Object.hasOwn(overrides, name)) return false;
      const value = overrides[name];
      const isByNode =
        typeof value === 'object' && value !== null && Object.keys(value).every((id) => plan.nodes.has(id));
      return !isByNode || Object.hasOwn(value as object, node.id);
    });
  const sources = store.inputs.flatMap((input) =>
    input.kind === 'anchor' && input.name === 'document' ? input.sources : [],
  );
  const loaders = new Set(sources.map(({ nodeId }) => nodeId));
  return new Set(
    [...loaders].filter((id) => {
      const loader = plan.nodes.get(id);
      return loader !== undefined && nodesUpTo(loader, plan).some(isChanged);
    }),
  );
}
