import type { Block } from '@tendril/contract/provider/block';
import { expect, it } from 'vitest';
import { citedCells, sheetStart } from './cited-cells.ts';

const rows = ['Part\tPrice\tStock', 'Bell\t12.50\t40', 'Brake pad\t8.90\t40', 'Chain\t24.00\t7'];
const sheet: Block = {
  kind: 'table',
  text: rows.join('\n'),
  place: { sheet: 'Prices', cells: 'A2:C4' },
};
const passage = rows.join('\n');
const whole = [{ sheet: 'Prices', cells: 'A2:C4' }];

it('paints the cells that the sentence repeats, in the row that it is about', () => {
  const sentence = 'A brake pad costs 8.90 francs';
  const { rows: cited, cells } = citedCells(sheet, { places: whole, passage, sentence });
  expect([...cited]).toEqual([0, 1, 2]);
  expect(cells).toEqual([
    { row: 1, column: 0 },
    { row: 1, column: 1 },
  ]);
});

it('keeps to the rows of the passage, and to its sheet', () => {
  const sentence = 'There are 40 of them';
  const one = [{ sheet: 'Prices', cells: 'A3:C3' }];
  expect(citedCells(sheet, { places: one, passage, sentence })).toEqual({
    rows: new Set([1]),
    cells: [{ row: 1, column: 2 }],
  });
  const elsewhere = [{ sheet: 'Costs', cells: 'A3:C3' }];
  expect(citedCells(sheet, { places: elsewhere, passage: 'x', sentence }).rows.size).toBe(0);
});

it('a table that is no sheet is cited by the text of its rows', () => {
  const table: Block = { ...sheet, place: {} };
  const cited = citedCells(table, { places: [], passage: 'Chain\t24.00\t7', sentence: 'Nothing of it' });
  expect(cited).toEqual({ rows: new Set([2]), cells: [] });
});

it('knows where a table of a sheet begins', () => {
  expect(sheetStart({ cells: 'C7:F40' })).toEqual({ row: 7, column: 2 });
  expect(sheetStart({ cells: 'AA1' })).toEqual({ row: 1, column: 26 });
  expect(sheetStart({})).toBeUndefined();
});
