import { implementNode } from '../../interfaces/implement-node.ts';
import { listDriveFiles, sheetType } from '../../loading/list-drive-files.ts';
import { loadGoogleSheets } from '../../loading/load-google-sheets.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** The rows of spreadsheets at Google, as documents. */
export const googleSheets = implementNode({
  name: 'googleSheets',
  icon: 'table-properties',
  description: 'The rows of spreadsheets at Google, as documents.',
  isLive: true,
  loadMethods: { listSpreadsheets: (request) => listDriveFiles(request, sheetType) },

  run: (inputs, context) => loaderOutputs(loadGoogleSheets(inputs, context), inputs),

  load: loadGoogleSheets,
});
