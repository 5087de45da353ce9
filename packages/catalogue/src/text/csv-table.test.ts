import { describe, expect, it } from 'vitest';
import { readCsvTable } from './csv-table.ts';

const limits = { mostRows: 3, mostColumns: 4, rowsAre: 'contacts' };

describe('a CSV table', () => {
  it('has the lines that a spreadsheet shows, without empty ones, whatever separates its cells', () => {
    const { columns, rows } = readCsvTable(
      '\uFEFFphone; name\r\n+1202;"Ann; B"\r\n\r\n\'+1203;Bo\r\n',
      limits,
    );
    expect(columns).toEqual(['phone', 'name']);
    expect(rows).toEqual([
      { line: 2, cells: ['+1202', 'Ann; B'] },
      { line: 4, cells: ['+1203', 'Bo'] },
    ]);
  });

  it('is refused in words when it is too long, too wide, or names nothing', () => {
    expect(() => readCsvTable('a\n1\n2\n3\n4\n', limits)).toThrow('up to 3 contacts');
    expect(readCsvTable('a\n1\n2\n3\n', limits).rows).toHaveLength(3);
    expect(() => readCsvTable('a,b,c,d,e\n', limits)).toThrow('Line 1 has too many columns');
    expect(() => readCsvTable(`a,b\n${','.repeat(1_000_000)}\n`, limits)).toThrow(
      'Line 2 has too many columns',
    );
    expect(() => readCsvTable('\n1\n', limits)).toThrow('has to name its columns');
  });

  it('with a million rows is refused without being read to its end', () => {
    expect(() => readCsvTable(`phone\n${'+12025550123\n'.repeat(1_000_000)}`, limits)).toThrow('up to 3');
  });
});
