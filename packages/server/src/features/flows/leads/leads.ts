import { randomUUID } from 'node:crypto';
import type { Body } from '@tendril/contract/api/endpoint';
import type { createLead, Lead } from '@tendril/contract/api/leads';
import { AppError } from '@tendril/contract/app-error';
import type { Database, LeadTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isSwitchedOff } from '../flows/public.ts';
import type { Entered } from '../predictions/public.ts';

interface LeadParts {
  db: Database;
  /** Throws NOT_FOUND when the workspace has no such flow. */
  requireFlow(scope: Scope, flowId: string): Promise<void>;
}

/** Contact details that visitors leave with flows. */
export function createLeadService({ db, requireFlow }: LeadParts) {
  return {
    async create(
      { flow, isVisitor, chatOf }: Pick<Entered, 'flow' | 'isVisitor' | 'chatOf'>,
      body: Body<typeof createLead>,
    ): Promise<Lead> {
      const { chatId = '', name = null, email = null, phone = null } = body;
      if (isVisitor && isSwitchedOff(flow, 'leads'))
        throw new AppError('FORBIDDEN', 'This flow does not ask for contact details.');
      const { id: flowId, workspaceId } = flow;
      if (!name && !email && !phone)
        throw new AppError('INVALID_INPUT', 'Enter a name, an email address or a phone number.');
      const row = {
        id: randomUUID(),
        workspaceId,
        flowId,
        chatId: chatId && chatOf(chatId),
        name,
        email,
        phone,
        createdAt: Date.now(),
      };
      await db.insertInto('lead').values(row).execute();
      return { ...toLead(row), chatId };
    },

    async list(scope: Scope, flowId: string): Promise<Lead[]> {
      await requireFlow(scope, flowId);
      const rows = await db
        .selectFrom('lead')
        .selectAll()
        .where('workspaceId', '=', scope.workspaceId)
        .where('flowId', '=', flowId)
        .orderBy('createdAt', 'desc')
        .execute();
      return rows.map(toLead);
    },

    /** Throws NOT_FOUND. */
    async remove(scope: Scope, id: string): Promise<void> {
      const { numDeletedRows } = await db
        .deleteFrom('lead')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new AppError('NOT_FOUND', 'Lead not found.');
    },
  };
}

export type LeadService = ReturnType<typeof createLeadService>;

function toLead({ id, flowId: chatflowid, chatId, name, email, phone, createdAt }: LeadTable): Lead {
  return { id, chatflowid, chatId, name, email, phone, createdDate: new Date(createdAt).toISOString() };
}
