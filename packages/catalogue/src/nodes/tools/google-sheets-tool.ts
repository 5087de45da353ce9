import { implementNode } from '../../interfaces/implement-node.ts';
import { actionTools } from '../../tools/action-tools.ts';
import { bearerService } from '../../tools/bearer-service.ts';
import { googleSheetsActions } from '../../tools/google-sheets-actions.ts';

/** Lets a model work with Google Sheets. */
export const googleSheetsTool = implementNode({
  name: 'googleSheetsTool',
  icon: 'google',
  description: 'Lets an agent read and write spreadsheets of Google Sheets.',

  async run(inputs, context) {
    const vendor = {
      service: 'Google Sheets',
      base: 'https://sheets.googleapis.com/v4',
      prefix: 'google_sheets',
    };
    const service = await bearerService(context, vendor);
    const kind = inputs.sheetsType;
    const chosen = { spreadsheet: inputs.spreadsheetActions, values: inputs.valuesActions }[kind];
    return { googleSheetsTool: actionTools(googleSheetsActions[kind], chosen, service, inputs) };
  },
});
