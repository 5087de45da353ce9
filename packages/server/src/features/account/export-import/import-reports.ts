import type { ImportReport } from '@tendril/contract/api/import-files';
import type { ImportFinding } from '@tendril/contract/api/import-finding';
import { AppError } from '@tendril/contract/app-error';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { importReportStore } from '../../flows/flows/public.ts';
import { contextOf, type JudgeParts, readKnown } from './import-context.ts';
import { judgeFlow } from './judge-flow.ts';
import { reviewReport } from './review-report.ts';

interface ReportParts extends JudgeParts {
  db: Database;
  /** Throws NOT_FOUND. */
  readFlow(scope: Scope, id: string): Promise<{ flowData: FlowData }>;
}

export type ImportReports = ReturnType<typeof createImportReports>;

/** What imports of flows found, kept with the flows. */
export function createImportReports(parts: ReportParts) {
  return {
    /** Keeps what was found in a file whose drawing was loaded into a flow. Throws NOT_FOUND. */
    async keep(
      scope: Scope,
      flowId: string,
      report: { file: string; findings: readonly ImportFinding[] },
    ): Promise<void> {
      await parts.readFlow(scope, flowId);
      await importReportStore(parts.db).put(scope, flowId, report);
    },

    /** What the import of a flow found, and what of it still holds. Throws NOT_FOUND. */
    async review(scope: Scope, flowId: string): Promise<ImportReport> {
      const report = await importReportStore(parts.db).find(scope, flowId);
      if (!report) throw new AppError('NOT_FOUND', 'This flow has no import report.');
      const { flowData } = await parts.readFlow(scope, flowId);
      const known = await readKnown(parts.db, scope);
      const context = contextOf(parts, scope, known);
      const { findings } = await judgeFlow(flowData, { ...context, isOwn: true });
      return { file: report.file, at: report.createdAt, findings: reviewReport(report.findings, findings) };
    },
  };
}
