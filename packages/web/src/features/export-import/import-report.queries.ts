import { queryOptions } from '@tanstack/react-query';
import { readImportReport } from '@tendril/contract/api/import-files';
import { call } from '../../kit/api/call.ts';

/** The report of a flow's import, with what is still open now. */
export const importReportQuery = (flowId: string) =>
  queryOptions({
    queryKey: ['import-report', flowId],
    queryFn: ({ signal }) => call(readImportReport, { params: { id: flowId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
