import type { ImportFinding } from '@tendril/contract/api/import-finding';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** What imports of flows found; one report a flow, that of its last import. */
export function importReportStore(db: Database | DatabaseTransaction) {
  const ofFlow = ({ workspaceId }: Scope, flowId: string) =>
    db.selectFrom('import_report').where('workspaceId', '=', workspaceId).where('flowId', '=', flowId);

  return {
    async find(scope: Scope, flowId: string) {
      const row = await ofFlow(scope, flowId).selectAll().executeTakeFirst();
      return row && { ...row, findings: JSON.parse(row.findings) as ImportFinding[] };
    },

    async has(scope: Scope, flowId: string): Promise<boolean> {
      return (await ofFlow(scope, flowId).select('flowId').executeTakeFirst()) !== undefined;
    },

    async put(
      { workspaceId }: Scope,
      flowId: string,
      report: { file: string; findings: readonly ImportFinding[] },
    ): Promise<void> {
      const row = { file: report.file, findings: JSON.stringify(report.findings), createdAt: Date.now() };
      await db
        .insertInto('import_report')
        .values({ flowId, workspaceId, ...row })
        .onConflict((conflict) => conflict.column('flowId').doUpdateSet(row))
        .execute();
    },
  };
}
