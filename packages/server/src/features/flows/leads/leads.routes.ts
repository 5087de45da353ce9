import { createLead, deleteLead, listLeads } from '@tendril/contract/api/leads';
import { addressOf } from '../../../platform/http/address-limit.ts';
import type { App } from '../../../platform/http/app.ts';
import type { RateLimit } from '../../../platform/http/rate-limit.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { FlowGate } from '../predictions/public.ts';
import type { LeadService } from './leads.ts';

const alias = { alias: true };

/** Routes of contact details; also under `/api/v1`. */
export function leadRoutes(app: App, leads: LeadService, gate: FlowGate, limit: RateLimit): void {
  serve(
    app,
    createLead,
    async ({ caller, body, request, reply }) => {
      const entered = await gate.enter(caller, body.chatflowid, request, reply);
      if (entered.isVisitor) await limit.use(addressOf(request), reply);
      return leads.create(entered, body);
    },
    alias,
  );
  serve(app, deleteLead, ({ caller, params }) => leads.remove(caller, params.id));
  serve(app, listLeads, ({ caller, params }) => leads.list(caller, params.id), alias);
}
