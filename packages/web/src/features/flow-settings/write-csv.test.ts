import { expect, it } from 'vitest';
import { writeCsv } from './write-csv.ts';

it('quotes, commas and line breaks survive', () => {
  expect(
    writeCsv([
      ['Name', 'Note'],
      ['Doe, "J"', 'a\nb'],
    ]),
  ).toBe('\uFEFFName,Note\r\n"Doe, ""J""","a\nb"\r\n');
});

it('a cell that a spreadsheet would run as a formula gets a quote in front', () => {
  for (const value of ['=1+1', '+49 30 1', '-2', '@SUM(A1)', '\t=1']) {
    expect(writeCsv([[value]]), value).toContain(`'${value}`);
  }
  expect(writeCsv([['=HYPERLINK("x","y")']])).toBe('\uFEFF"\'=HYPERLINK(""x"",""y"")"\r\n');
  expect(writeCsv([['a=b', '3']])).toBe('\uFEFFa=b,3\r\n');
});
