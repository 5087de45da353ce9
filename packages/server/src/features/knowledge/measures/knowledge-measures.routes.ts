import {
  compareMeasurements,
  createMeasureCase,
  deleteMeasureCases,
  deleteMeasurement,
  exportMeasureCases,
  importMeasureCases,
  listMeasureCases,
  listMeasurements,
  readMeasurement,
  startMeasurement,
  suggestMeasureCases,
  tryChunkers,
  updateMeasureCase,
} from '@tendril/contract/api/knowledge-measures';
import type { App } from '../../../platform/http/app.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { KnowledgeMeasures } from './knowledge-measures.ts';

interface Asking {
  caller: ScopedCaller;
  params: { storeId: string };
}

/** Answers only those who may read the whole knowledge base. */
function forReaders({ requireReader }: Pick<KnowledgeMeasures, 'requireReader'>) {
  return <A extends Asking, R>(answer: (asking: A) => Promise<R>) =>
    async (asking: A): Promise<R> => {
      await requireReader(asking.caller, asking.params.storeId);
      return answer(asking);
    };
}

/** Routes of saved questions and measurements: for those who may read the whole knowledge base. */
export function knowledgeMeasureRoutes(app: App, measures: KnowledgeMeasures): void {
  caseRoutes(app, measures);
  measurementRoutes(app, measures);
}

function caseRoutes(app: App, { cases, ...measures }: KnowledgeMeasures): void {
  const whole = forReaders(measures);
  serve(
    app,
    listMeasureCases,
    whole(({ caller, params, query }) => cases.list(caller, params.storeId, query)),
  );
  serve(
    app,
    createMeasureCase,
    whole(({ caller, params, body }) => cases.create(caller, params.storeId, body)),
  );
  serve(
    app,
    updateMeasureCase,
    whole(({ caller, params, body }) => cases.update(caller, params, body)),
  );
  serve(
    app,
    deleteMeasureCases,
    whole(({ caller, params, body }) => cases.remove(caller, params.storeId, body.ids)),
  );
  serve(
    app,
    importMeasureCases,
    whole(({ caller, params, body }) => cases.import(caller, params.storeId, body)),
  );
  serve(
    app,
    exportMeasureCases,
    whole(({ caller, params, query }) => cases.export(caller, params.storeId, query.format)),
  );
  serve(
    app,
    suggestMeasureCases,
    whole(({ caller, params, body }) => cases.suggest(caller, params.storeId, body)),
  );
}

function measurementRoutes(app: App, { runs, ...measures }: KnowledgeMeasures): void {
  const whole = forReaders(measures);
  serve(
    app,
    listMeasurements,
    whole(({ caller, params }) => runs.list(caller, params.storeId)),
  );
  serve(
    app,
    startMeasurement,
    whole(({ caller, params, body }) => runs.start(caller, params.storeId, body)),
  );
  serve(
    app,
    readMeasurement,
    whole(({ caller, params }) => runs.read(caller, params.storeId, params.runId)),
  );
  serve(
    app,
    deleteMeasurement,
    whole(({ caller, params }) => runs.remove(caller, params.storeId, params.runId)),
  );
  serve(
    app,
    compareMeasurements,
    whole(({ caller, params, query }) => runs.compare(caller, params.storeId, query)),
  );
  serve(
    app,
    tryChunkers,
    whole(({ caller, params, body }) => runs.tryChunkers(caller, params.storeId, body)),
  );
}
