import { type ActionCase, tryActions } from '../../testing/try-actions.ts';

const api = '/v4/spreadsheets';
const given = { spreadsheetId: 's1' };
const written = { valueInputOption: 'USER_ENTERED' };

const cases: ActionCase[] = [
  {
    action: 'createSpreadsheet',
    tool: 'create_spreadsheet',
    given: { sheetCount: '2' },
    input: { title: 'Tea' },
    request: `POST ${api}`,
    body: {
      properties: { title: 'Tea' },
      sheets: [{ properties: { title: 'Sheet1' } }, { properties: { title: 'Sheet2' } }],
    },
  },
  {
    action: 'getSpreadsheet',
    tool: 'get_spreadsheet',
    given,
    input: { ranges: 'A1, B2' },
    request: `GET ${api}/s1?ranges=A1&ranges=B2&includeGridData=false`,
  },
  {
    action: 'updateSpreadsheet',
    tool: 'update_spreadsheet',
    given,
    input: { title: 'Teas' },
    request: `POST ${api}/s1:batchUpdate`,
    body: { requests: [{ updateSpreadsheetProperties: { properties: { title: 'Teas' }, fields: 'title' } }] },
  },
  {
    action: 'getValues',
    tool: 'get_values',
    given,
    input: { range: 'Sheet1!A1:B2' },
    request: `GET ${api}/s1/values/Sheet1!A1:B2?valueRenderOption=FORMATTED_VALUE&dateTimeRenderOption=FORMATTED_STRING&majorDimension=ROWS`,
    answer: { values: [['a']] },
  },
  {
    action: 'updateValues',
    tool: 'update_values',
    given,
    input: { range: 'A1', values: [['a', 1]] },
    request: `PUT ${api}/s1/values/A1?valueInputOption=USER_ENTERED`,
    body: { range: 'A1', majorDimension: 'ROWS', values: [['a', 1]] },
  },
  {
    action: 'appendValues',
    tool: 'append_values',
    given: { ...given, values: '[["a"]]' },
    input: { range: 'A1' },
    request: `POST ${api}/s1/values/A1:append?valueInputOption=USER_ENTERED&insertDataOption=OVERWRITE`,
    body: { range: 'A1', majorDimension: 'ROWS', values: [['a']] },
  },
  {
    action: 'clearValues',
    tool: 'clear_values',
    given,
    input: { range: 'A1' },
    request: `POST ${api}/s1/values/A1:clear`,
    body: {},
  },
  {
    action: 'batchGetValues',
    tool: 'batch_get_values',
    given,
    input: { ranges: 'A1,B2' },
    request: `GET ${api}/s1/values:batchGet?ranges=A1&ranges=B2&valueRenderOption=FORMATTED_VALUE&dateTimeRenderOption=FORMATTED_STRING&majorDimension=ROWS`,
  },
  {
    action: 'batchUpdateValues',
    tool: 'batch_update_values',
    given,
    input: { values: [{ range: 'A1', values: [['a']] }] },
    request: `POST ${api}/s1/values:batchUpdate`,
    body: { ...written, data: [{ range: 'A1', values: [['a']] }] },
  },
  {
    action: 'batchClearValues',
    tool: 'batch_clear_values',
    given,
    input: { ranges: 'A1,B2' },
    request: `POST ${api}/s1/values:batchClear`,
    body: { ranges: ['A1', 'B2'] },
  },
];

const kinds: readonly (readonly [kind: string, list: string, names: RegExp])[] = [
  ['spreadsheet', 'spreadsheetActions', /Spreadsheet/],
  ['values', 'valuesActions', /Values/],
];

tryActions(
  {
    node: 'googleSheetsTool',
    service: 'Google Sheets',
    prefix: 'google_sheets',
    secret: { accessToken: 'ya29.CANARY-token' },
    authorization: 'Bearer ya29.CANARY-token',
    choose(action) {
      const [kind] = kinds.find(([, , names]) => names.test(action)) ?? kinds[0] ?? [''];
      const lists = kinds.map(([, list]) => [list, JSON.stringify([action])]);
      return { sheetsType: kind, ...Object.fromEntries(lists) };
    },
  },
  cases,
);
