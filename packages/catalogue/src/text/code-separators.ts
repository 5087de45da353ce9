import type { NodeInputs } from '../interfaces/input-types.gen.ts';

type Language = NodeInputs['codeTextSplitter']['language'];

const control = ['\nif ', '\nfor ', '\nwhile ', '\nswitch ', '\ncase '];
const plain = ['\n\n', '\n', ' ', ''];
const typescript = ['\nenum ', '\ninterface ', '\nnamespace ', '\ntype ', '\nclass ', '\nfunction '];
const csharp = ['\nnamespace ', '\ninterface ', '\nenum ', '\nclass ', '\nabstract ', '\npublic '];
const cobolParts = ['IDENTIFICATION', 'ENVIRONMENT', 'DATA', 'PROCEDURE'];

/** Where languages are split that the splitting library does not know. */
const own: Partial<Record<Language, readonly string[]>> = {
  cobol: [
    ...cobolParts.map((part) => `\n${part} DIVISION.`),
    '\nWORKING-STORAGE SECTION.',
    '\nLINKAGE SECTION.',
    '\nFILE SECTION.',
    '\nPERFORM ',
    '\nIF ',
    '\nEVALUATE ',
  ],
  csharp: [...csharp, '\nprotected ', '\nprivate ', '\nstatic ', ...control, '\ntry '],
  elixir: ['\ndefmodule ', '\ndefprotocol ', '\ndefmacro ', '\ndef ', '\ndefp ', '\ncase ', '\ncond '],
  haskell: [
    '\nmodule ',
    '\nimport ',
    '\nclass ',
    '\ninstance ',
    '\ndata ',
    '\nnewtype ',
    '\ntype ',
    '\nmain ',
  ],
  kotlin: ['\nclass ', '\nobject ', '\ninterface ', '\nfun ', '\npublic ', '\nprivate ', '\nval ', '\nvar '],
  lua: ['\nlocal function ', '\nfunction ', '\nlocal ', '\nfor ', '\nwhile ', '\nif ', '\nrepeat '],
  powershell: [
    '\nfunction ',
    '\nparam ',
    '\nif ',
    '\nforeach ',
    '\nfor ',
    '\nwhile ',
    '\nswitch ',
    '\nclass ',
  ],
  ts: [...typescript, '\nconst ', '\nlet ', '\nvar ', ...control, '\ndefault '],
};

/** Where to split source code of a language, the widest boundary first. */
export async function codeSeparators(language: Language): Promise<string[]> {
  const separators = own[language];
  if (separators) return [...separators, ...plain];
  const { RecursiveCharacterTextSplitter } = await import('@langchain/textsplitters');
  // C has the boundaries of C++, less the classes.
  const known = language === 'c' ? 'cpp' : language;
  return RecursiveCharacterTextSplitter.getSeparatorsForLanguage(
    known as Parameters<typeof RecursiveCharacterTextSplitter.getSeparatorsForLanguage>[0],
  );
}
