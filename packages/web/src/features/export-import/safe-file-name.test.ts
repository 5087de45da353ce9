import { expect, it } from 'vitest';
import { safeFileName } from './safe-file-name.ts';

it.each([
  ['ExportData.json', 'ExportData.json'],
  ['Flöwe 日本.JSON', 'Flöwe 日本.json'],
  ['../../../etc/passwd', 'etc passwd.json'],
  ['..\\..\\Startup\\run.exe', 'Startup run.exe.json'],
  ['/absolute', 'absolute.json'],
  ['.bashrc', 'bashrc.json'],
  ['..', 'ExportData.json'],
  ['a.json\r\nContent-Type: text/html', 'a.json  Content-Type  text html.json'],
  ['annual\u202egnp.exe', 'annual gnp.exe.json'],
  ['zero\u200bwidth', 'zero width.json'],
  ['con.json', '_con.json'],
  ['LPT1', '_LPT1.json'],
  ['nul\u0000byte.json', 'nul byte.json'],
  ['trailing. . .', 'trailing.json'],
  ['', 'ExportData.json'],
  [undefined, 'ExportData.json'],
  [{ toString: (): string => 'x/y' }, 'x y.json'],
  ['.json', 'json.json'],
])('ATK-137: the file of an export that is called %j is saved as %j', (given, saved) => {
  expect(safeFileName(given)).toBe(saved);
});

it('ATK-137: a name of 300 characters is cut between characters, and keeps what the file is', () => {
  const name = safeFileName('😀'.repeat(300));
  expect([...name].length).toBe(200);
  expect([name.endsWith('😀.json'), name.isWellFormed()]).toEqual([true, true]);
  expect(safeFileName('\ud83d cut')).not.toContain('\ud83d');
});
