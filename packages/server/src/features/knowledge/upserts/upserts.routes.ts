import {
  deleteUpsertHistory,
  listUpsertHistory,
  type UpsertBody,
  upsertVectors,
  upsertVectorsInternally,
} from '@tendril/contract/api/upserts';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { FlowGate } from '../../flows/predictions/public.ts';
import type { UpsertForms } from './upsert-form.ts';
import type { UpsertHistory } from './upsert-history.ts';
import type { UpsertService } from './upserts.ts';

interface UpsertRouteParts {
  upserts: UpsertService;
  history: UpsertHistory;
  forms: UpsertForms;
  gate: FlowGate;
}

const alias = { alias: true };

function inChat(body: UpsertBody, chatOf: (name: string) => string): UpsertBody {
  return body.chatId === undefined ? body : { ...body, chatId: chatOf(body.chatId) };
}

/** Routes that fill vector stores; also under `/api/v1`. */
export function upsertRoutes(app: App, { upserts, history, forms, gate }: UpsertRouteParts): void {
  const entered = gate.admission(upsertVectors, ({ id }) => id);
  serve(
    app,
    upsertVectors,
    async ({ caller, body, request, signal }) => {
      const { flow, version, isVisitor, chatOf } = entered.of(request);
      // A read-only key must not change what others find.
      const isReader = caller.kind === 'apiKey' && caller.scope === 'read';
      return forms.use(flow, request, body, (form) =>
        upserts.run({
          ...form,
          body: inChat(form.body, chatOf),
          flow,
          plan: version.plan,
          isVisitor: isVisitor || isReader,
          signal,
        }),
      );
    },
    { alias: true, perMinute: 60, admit: entered.admit },
  );

  serve(
    app,
    upsertVectorsInternally,
    async ({ caller, params, body, request, signal }) => {
      const { flow, version } = await gate.enterDraft(caller, params.id);
      return forms.use(flow, request, body, (form) =>
        upserts.run({ ...form, flow, plan: version.plan, isVisitor: false, signal }),
      );
    },
    alias,
  );

  serve(app, listUpsertHistory, ({ caller, params, query }) => history.list(caller, params.id, query), alias);
  serve(app, deleteUpsertHistory, ({ caller, body }) => history.remove(caller, body.ids), alias);
}
