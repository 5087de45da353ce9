import { AppError } from '@tendril/contract/app-error';
import { readJson } from '../text/read-json.ts';
import { commaList } from './comma-list.ts';
import { needed, optional, type ServiceActions } from './service-action.ts';

const id = needed('Id of the spreadsheet', 'spreadsheetId');
const range = needed('Range, such as Sheet1!A1:B2', 'range');
const ranges = needed('Ranges, with commas', 'ranges');
const values = needed('Rows, each a list of cells', 'values', 'array');
const input = optional('RAW or USER_ENTERED', 'valueInputOption');
const render = {
  valueRenderOption: optional('FORMATTED_VALUE, UNFORMATTED_VALUE or FORMULA', 'valueRenderOption'),
  dateTimeRenderOption: optional('SERIAL_NUMBER or FORMATTED_STRING', 'dateTimeRenderOption'),
  majorDimension: optional('ROWS or COLUMNS', 'majorDimension'),
};

/** Rows as the model gives them, or as text that somebody wrote. */
function rowsOf(given: unknown): unknown[] {
  const rows = typeof given === 'string' ? readJson(given) : given;
  if (Array.isArray(rows)) return rows;
  throw new AppError('NODE_FAILED', 'The values must be a list of rows, each a list of cells.');
}

const listOf = (given: unknown) => commaList(String(given ?? ''));

const spreadsheetActions: ServiceActions = {
  createSpreadsheet: {
    description: 'Creates a spreadsheet.',
    fields: {
      title: needed('Title', 'title'),
      sheetCount: optional('How many sheets', 'sheetCount', 'number'),
    },
    request: ({ title, sheetCount = 1 }) => ({
      path: ['spreadsheets'],
      body: {
        properties: { title },
        sheets: Array.from({ length: Math.min(50, Math.max(1, Number(sheetCount))) }, (_, place) => ({
          properties: { title: `Sheet${place + 1}` },
        })),
      },
    }),
  },
  getSpreadsheet: {
    description: 'Reads what is known of a spreadsheet.',
    fields: {
      spreadsheetId: id,
      ranges: optional('Ranges, with commas', 'ranges'),
      includeGridData: optional('With the cells', 'includeGridData', 'boolean'),
    },
    request: ({ spreadsheetId, ranges: asked, includeGridData }) => ({
      path: ['spreadsheets', spreadsheetId],
      query: { ranges: listOf(asked), includeGridData },
    }),
  },
  updateSpreadsheet: {
    description: 'Changes the title of a spreadsheet.',
    fields: { spreadsheetId: id, title: needed('New title', 'title') },
    request: ({ spreadsheetId, title }) => ({
      path: ['spreadsheets', `${spreadsheetId}:batchUpdate`],
      body: { requests: [{ updateSpreadsheetProperties: { properties: { title }, fields: 'title' } }] },
    }),
  },
};

const valuesActions: ServiceActions = {
  getValues: {
    description: 'Reads cells.',
    fields: { spreadsheetId: id, range, ...render },
    request: ({ spreadsheetId, range: place, ...query }) => ({
      path: ['spreadsheets', spreadsheetId, 'values', place],
      query,
    }),
  },
  updateValues: {
    description: 'Writes cells.',
    fields: {
      spreadsheetId: id,
      range,
      values,
      valueInputOption: input,
      majorDimension: render.majorDimension,
    },
    request: ({ spreadsheetId, range: place, values: rows, valueInputOption, majorDimension }) => ({
      method: 'PUT',
      path: ['spreadsheets', spreadsheetId, 'values', place],
      query: { valueInputOption },
      body: { range: place, majorDimension, values: rowsOf(rows) },
    }),
  },
  appendValues: {
    description: 'Adds rows below a table.',
    fields: {
      spreadsheetId: id,
      range,
      values,
      valueInputOption: input,
      insertDataOption: optional('OVERWRITE or INSERT_ROWS', 'insertDataOption'),
      majorDimension: render.majorDimension,
    },
    request: ({ spreadsheetId, range: place, values: rows, majorDimension, ...query }) => ({
      path: ['spreadsheets', spreadsheetId, 'values', `${place}:append`],
      query,
      body: { range: place, majorDimension, values: rowsOf(rows) },
    }),
  },
  clearValues: {
    description: 'Empties cells.',
    fields: { spreadsheetId: id, range },
    request: ({ spreadsheetId, range: place }) => ({
      path: ['spreadsheets', spreadsheetId, 'values', `${place}:clear`],
      body: {},
    }),
  },
  batchGetValues: {
    description: 'Reads cells of several ranges.',
    fields: { spreadsheetId: id, ranges, ...render },
    request: ({ spreadsheetId, ranges: places, ...query }) => ({
      path: ['spreadsheets', spreadsheetId, 'values:batchGet'],
      query: { ranges: listOf(places), ...query },
    }),
  },
  batchUpdateValues: {
    description: 'Writes cells of several ranges.',
    fields: {
      spreadsheetId: id,
      values: needed('List of { "range": …, "values": rows }', 'values', 'array'),
      valueInputOption: input,
    },
    request: ({ spreadsheetId, values: data, valueInputOption }) => ({
      path: ['spreadsheets', spreadsheetId, 'values:batchUpdate'],
      body: { valueInputOption, data: rowsOf(data) },
    }),
  },
  batchClearValues: {
    description: 'Empties cells of several ranges.',
    fields: { spreadsheetId: id, ranges },
    request: ({ spreadsheetId, ranges: places }) => ({
      path: ['spreadsheets', spreadsheetId, 'values:batchClear'],
      body: { ranges: listOf(places) },
    }),
  },
};

/** What an agent may do in Google Sheets, by the kind that is chosen in the node. */
export const googleSheetsActions = { spreadsheet: spreadsheetActions, values: valuesActions } as const;
