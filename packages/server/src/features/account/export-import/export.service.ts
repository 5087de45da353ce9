import type { ExportSelection } from '@tendril/contract/api/export-import';
import type { FlowData, FlowType } from '@tendril/contract/flow/flow';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { exportDetails, exportFlow } from './export-flow.ts';
import { exportRowStore } from './export-rows.store.ts';
import type { FindTemplate } from './home-values.ts';

export interface ExportParts {
  db: Database;
  /** Flow data without the marks of sealed values. */
  mask(flowDataText: string): string;
  findTemplate: FindTemplate;
}

export type ExportService = ReturnType<typeof createExportService>;

const fileName = 'ExportData.json';

/** Everything that a person made, as rows that may leave the house. */
export function createExportService({ db, mask, findTemplate }: ExportParts) {
  const store = exportRowStore(db);

  async function* flows(scope: Scope, type: FlowType): AsyncGenerator<object> {
    for await (const { flowData, deployed, isPublic, ...row } of store.flows(scope, type)) {
      const flow = await exportFlow(JSON.parse(mask(flowData)) as FlowData, findTemplate);
      yield {
        ...dated(row),
        flowData: JSON.stringify(flow),
        deployed: deployed === 1,
        isPublic: isPublic === 1,
      };
    }
  }

  async function* assistants(scope: Scope): AsyncGenerator<object> {
    for (const row of await store.assistants(scope))
      yield {
        ...dated(row),
        details: await exportDetails(mask(row.details), findTemplate),
        credential: row.credential ?? '',
        iconSrc: row.iconSrc ?? '',
      };
  }

  async function* plain(rows: Promise<Dated[]>): AsyncGenerator<object> {
    for (const row of await rows) yield dated(row);
  }

  return {
    /** About how many bytes an export of these kinds takes. */
    async measure(scope: Scope, { chatflow, agentflow }: ExportSelection): Promise<number> {
      const sizes = [
        chatflow ? await store.flowSize(scope, 'CHATFLOW') : 0,
        agentflow ? await store.flowSize(scope, 'MULTIAGENT') : 0,
      ];
      return Math.round(sizes.reduce((sum, size) => sum + size, 0) * 1.15) + 2000;
    },

    /** The answer's JSON text, piece by piece: however much there is, a page of flows is in memory. */
    async *write(scope: Scope, selection: ExportSelection): AsyncGenerator<string> {
      yield `{"FileDefaultName":${JSON.stringify(fileName)}`;
      yield* list('Tool', selection.tool ? plain(store.tools(scope)) : none());
      yield* list('ChatFlow', selection.chatflow ? flows(scope, 'CHATFLOW') : none());
      yield* list('AgentFlow', selection.agentflow ? flows(scope, 'MULTIAGENT') : none());
      yield* list('Variable', selection.variable ? plain(store.variables(scope)) : none());
      yield* list('Assistant', selection.assistant ? assistants(scope) : none());
      yield '}';
    },
  };
}

type Dated = { createdAt: number; updatedAt: number };

function dated<T extends Dated>({ createdAt, updatedAt, ...row }: T) {
  return {
    ...row,
    createdDate: new Date(createdAt).toISOString(),
    updatedDate: new Date(updatedAt).toISOString(),
  };
}

async function* none(): AsyncGenerator<object> {}

async function* list(key: string, rows: AsyncIterable<object>): AsyncGenerator<string> {
  yield `,"${key}":[`;
  let comma = '';
  for await (const row of rows) {
    yield comma + JSON.stringify(row);
    comma = ',';
  }
  yield ']';
}
