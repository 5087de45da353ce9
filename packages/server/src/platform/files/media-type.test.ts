import { describe, expect, it } from 'vitest';
import { onePixel } from '../../testing/send-form.ts';
import { freeFileName, toFileName } from './file-name.ts';
import { mediaTypeOf } from './media-type.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('the type of a file', () => {
  it.each([
    ['a.txt', 'hello', 'text/plain'],
    ['notes.MD', '# hello', 'text/markdown'],
    ['data.json', '{}', 'application/json'],
    ['README', 'hello', 'text/plain'],
    ['empty.csv', '', 'text/csv'],
    ['a.pdf', '%PDF-1.7 \0', 'application/pdf'],
    ['a.docx', 'PK\x03\x04\0', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.webm', '\x1a\x45\xdf\xa3\0', 'audio/webm'],
    ['unnamed', '\x89PNG\r\n\x1a\n\0', 'image/png'],
    ['MZ.txt', 'MZ is how this sentence begins', 'text/plain'],
    ['windows.txt', 'Gr\xfc\xdfe aus K\xf6ln', 'text/plain'],
    ['wide.csv', '\xff\xfea\0,\0b\0', 'text/csv'],
  ])('of %s is known by name and first bytes', (name, content, type) => {
    expect(mediaTypeOf(name, bytes(content))).toBe(type);
  });

  it.each([
    ['a.png', '<html>'],
    ['a.pdf', '<html><script>'],
    ['a.txt', '\x89PNG\r\n\x1a\n\0'],
    ['a.jpg', 'GIF89a\0'],
    ['shell.txt', '\x7fELF\0\0'],
    ['noise.txt', 'a\xff\x01\x02b'],
    ['setup', 'MZ\x90\0\x03\0'],
    ['a.mp3', '%PDF-1.7'],
  ])('ATK-034: %s that is something else is refused', (name, content) => {
    expect(() => mediaTypeOf(name, bytes(content))).toThrow('does not match its file type');
  });

  it('is text when a character is cut at the end of what was looked at', () => {
    expect(mediaTypeOf('a.txt', Buffer.from('grün').subarray(0, 3))).toBe('text/plain');
    expect(mediaTypeOf('a.png', onePixel)).toBe('image/png');
  });
});

describe('ATK-026: the name of a file', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\x\\y.txt', 'y.txt'],
    ['a/../../b', 'b'],
    ['..', 'file'],
    ['', 'file'],
    ['a\r\nb"c.txt', 'abc.txt'],
    ['gpj.\u202eexe.png', 'gpj.exe.png'],
    ['😀.txt', '😀.txt'],
  ])('%j is the label %j', (given, label) => {
    expect(toFileName(given)).toBe(label);
  });

  it('of 4 kB is cut before its ending', () => {
    const name = toFileName(`${'x'.repeat(4096)}.txt`);
    expect([name.length, name.endsWith('x.txt')]).toEqual([200, true]);
  });

  it('takes a number where it is taken', () => {
    const taken = new Set(['a.txt', 'a (1).txt', 'b']);
    const free = (name: string) => freeFileName(name, (wanted) => taken.has(wanted));
    expect([free('a.txt'), free('b'), free('c.txt')]).toEqual(['a (2).txt', 'b (1)', 'c.txt']);
  });
});
