import { type ExportSelection, fullBundleFormat } from '@tendril/contract/api/export-import';
import { type FlowData, type FlowType, flowType } from '@tendril/contract/flow/flow';
import type { HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import { mayReadWhole } from '../../knowledge/access/public.ts';
import { exportDetails, exportFlow } from './export-flow.ts';
import { createPartsExport, type ExportedStore, exportStores } from './export-knowledge.ts';
import { exportRowStore } from './export-rows.store.ts';
import { exportSettings } from './export-settings.ts';
import type { FindTemplate } from './home-values.ts';
import { knowledgeRowStore } from './knowledge-rows.store.ts';

interface ExportParts {
  db: Database;
  reads: HeavyReads;
  files: Pick<FileStore, 'stream'>;
  /** Tokens of the caller, as access lists name them. */
  callersOf(caller: ScopedCaller): Promise<readonly string[]>;
  /** Flow data without the marks of sealed values. */
  mask(flowDataText: string): string;
  findTemplate: FindTemplate;
}

export type ExportService = ReturnType<typeof createExportService>;

const fileName = 'ExportData.json';
const notWhole = 'The person who exported this may not read all of it.';

/** All content of a workspace, as rows that may leave the installation. */
export function createExportService(parts: ExportParts) {
  const { reads, mask, findTemplate } = parts;
  const storeOf = (scope: Scope) => exportRowStore(reads.of(scope));

  const travelling = async (flowData: string) =>
    JSON.stringify(await exportFlow(JSON.parse(mask(flowData)) as FlowData, findTemplate));

  async function* flows(scope: Scope, type: FlowType): AsyncGenerator<object> {
    for await (const row of storeOf(scope).flows(scope, type)) {
      const { id, name, category, createdAt, updatedAt } = row;
      yield {
        ...dated({ id, name, type, category, createdAt, updatedAt }),
        flowData: await travelling(row.flowData),
        deployed: row.deployed === 1,
        isPublic: row.isPublic === 1,
      };
    }
  }

  async function* fullFlows(scope: Scope, type: FlowType, ids?: readonly string[]): AsyncGenerator<object> {
    for await (const row of storeOf(scope).flows(scope, type, ids)) {
      const isLive = row.publishedVersionId !== null && row.publishedVersionId === row.draftVersionId;
      yield {
        id: row.id,
        name: row.name,
        type,
        flowData: await travelling(row.flowData),
        description: row.description ?? '',
        category: row.category ?? '',
        folder: row.folder ?? '',
        chatbotConfig: exportSettings(row.chatbotConfig),
        analytic: exportSettings(row.analytic),
        isPublished: isLive,
        // Where there are edits after the published version, that version is exported too.
        ...(!isLive && row.publishedData !== null && { publishedData: await travelling(row.publishedData) }),
      };
    }
  }

  return {
    /** About how many bytes an export of these kinds takes. */
    async measure(scope: Scope, selection: ExportSelection): Promise<number> {
      const selected = selectedTypes(selection);
      let size = 0;
      for (const type of flowType.options)
        if (selected[type]) size += await storeOf(scope).flowSize(scope, type);
      return Math.round(size * 1.15) + 2000;
    },

    /** The text of a file with all details of some flows, or of all content; streamed. */
    async *writeFull(
      scope: ScopedCaller,
      { flowIds, hasKnowledge }: { flowIds?: readonly string[] | undefined; hasKnowledge: boolean },
    ): AsyncGenerator<string> {
      yield `{"format":${JSON.stringify(fullBundleFormat)}`;
      yield* list('Tool', flowIds ? none() : plain(storeOf(scope).tools(scope)));
      yield* list('ChatFlow', fullFlows(scope, 'CHATFLOW', flowIds));
      yield* list('AgentFlow', fullFlows(scope, 'MULTIAGENT', flowIds));
      yield* someList('AgentFlowV2', fullFlows(scope, 'AGENTFLOW', flowIds));
      yield* list('Variable', flowIds ? none() : plain(storeOf(scope).variables(scope)));
      yield* list('Assistant', flowIds ? none() : assistants(parts, scope));
      if (!flowIds && hasKnowledge) yield* knowledge(parts, scope);
      yield '}';
    },

    /** The response's JSON text, streamed: whatever the size, only one page of flows is in memory. */
    async *write(scope: Scope, selection: ExportSelection): AsyncGenerator<string> {
      yield `{"FileDefaultName":${JSON.stringify(fileName)}`;
      yield* list('Tool', selection.tool ? plain(storeOf(scope).tools(scope)) : none());
      yield* list('ChatFlow', selection.chatflow ? flows(scope, 'CHATFLOW') : none());
      yield* list('AgentFlow', selection.agentflow ? flows(scope, 'MULTIAGENT') : none());
      yield* someList('AgentFlowV2', selectedTypes(selection).AGENTFLOW ? flows(scope, 'AGENTFLOW') : none());
      yield* list('Variable', selection.variable ? plain(storeOf(scope).variables(scope)) : none());
      yield* list('Assistant', selection.assistant ? assistants(parts, scope) : none());
      yield '}';
    },
  };
}

async function* assistants({ reads, mask, findTemplate }: ExportParts, scope: Scope): AsyncGenerator<object> {
  for (const row of await exportRowStore(reads.of(scope)).assistants(scope))
    yield {
      ...dated(row),
      details: await exportDetails(mask(row.details), findTemplate),
      credential: row.credential ?? '',
      iconSrc: row.iconSrc ?? '',
    };
}

/** Knowledge bases that the caller may read whole; the names of the others. */
async function* knowledge(
  { db, reads, files, findTemplate, callersOf }: ExportParts,
  caller: ScopedCaller,
): AsyncGenerator<string> {
  const heavy = reads.of(caller);
  const tokens = await callersOf(caller);
  const whole: ExportedStore[] = [];
  const others: object[] = [];
  for (const row of await knowledgeRowStore(heavy).stores(caller)) {
    if (await mayReadWhole(db, row, tokens)) whole.push(row);
    else others.push({ kind: 'DocumentStore', name: row.name, reason: notWhole });
  }
  const parts = createPartsExport({ db: heavy, files }, caller, whole);
  yield* someList('DocumentStore', exportStores({ db: heavy, findTemplate }, caller, whole));
  yield* someList('DocumentStoreFileChunk', parts.chunks());
  yield* someList('KnowledgeParent', parts.parents());
  yield* someList('KnowledgeDocument', parts.documents());
  yield* someList('KnowledgeContent', parts.contents());
  yield* someList('LeftOut', each(others));
}

function selectedTypes({ chatflow, agentflow, agentflowv2 = agentflow }: ExportSelection) {
  return { CHATFLOW: chatflow, MULTIAGENT: agentflow, AGENTFLOW: agentflowv2 };
}

type Dated = { createdAt: number; updatedAt: number };

function dated<T extends Dated>({ createdAt, updatedAt, ...row }: T) {
  return {
    ...row,
    createdDate: new Date(createdAt).toISOString(),
    updatedDate: new Date(updatedAt).toISOString(),
  };
}

async function* plain(rows: Promise<Dated[]>): AsyncGenerator<object> {
  for (const row of await rows) yield dated(row);
}

async function* each(rows: readonly object[]): AsyncGenerator<object> {
  yield* rows;
}

async function* none(): AsyncGenerator<object> {}

/** A list that readers of Flowise 2 do not know: left out when it is empty. */
async function* someList(key: string, rows: AsyncIterable<object>): AsyncGenerator<string> {
  let start = `,"${key}":[`;
  for await (const row of rows) {
    yield start + JSON.stringify(row);
    start = ',';
  }
  if (start === ',') yield ']';
}

async function* list(key: string, rows: AsyncIterable<object>): AsyncGenerator<string> {
  yield `,"${key}":[`;
  let comma = '';
  for await (const row of rows) {
    yield comma + JSON.stringify(row);
    comma = ',';
  }
  yield ']';
}
