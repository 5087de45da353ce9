import { expect, it } from 'vitest';
import { readAbilities } from './chat-abilities.ts';
import { acceptedTypes, fitOf } from './file-kind.ts';

const abilities = readAbilities({
  isTTSEnabled: true,
  uploads: {
    isSpeechToTextEnabled: true,
    isImageUploadAllowed: true,
    isRAGFileUploadAllowed: false,
    imgUploadSizeAndTypes: [{ fileTypes: ['image/png', 'image/jpeg'], maxUploadSize: 5 }],
    fileUploadSizeAndTypes: [],
  },
  fullFileUpload: {
    status: true,
    allowedUploadFileTypes: 'text/markdown, application/pdf,application/x-yaml',
  },
});
const file = (name: string, type: string, megabytes = 1) => ({ name, type, size: megabytes * 1024 * 1024 });

it('a file is checked before it is sent: its kind by type or ending, its size by the rule of its kind', () => {
  expect(fitOf(file('a.png', 'image/png'), abilities)).toEqual({ kind: 'picture' });
  expect(fitOf(file('notes.md', ''), abilities)).toEqual({ kind: 'text' });
  expect(fitOf(file('setup.yml', ''), abilities)).toEqual({ kind: 'text' });
  expect(fitOf(file('a.png', 'image/png', 6), abilities)).toEqual({
    problem: 'fileTooLarge',
    maxBytes: 5 * 1024 * 1024,
  });
  for (const name of ['a.exe', 'noending']) {
    expect(fitOf(file(name, ''), abilities)).toEqual({ problem: 'fileWrongKind' });
  }
  expect(acceptedTypes(abilities)).toContain('.md');
});

it('a flow that says nothing of files and speech offers none', () => {
  expect(readAbilities('OK')).toEqual({
    canHear: false,
    canSpeak: false,
    pictures: undefined,
    files: undefined,
  });
});
