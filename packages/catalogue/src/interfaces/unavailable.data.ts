const notBuilt = 'It has not been built here yet.';
const llamaIndex = 'It needs the LlamaIndex runtime, which this installation does not have.';
const serverDisk = "It works with files on the server's own disk, which flows may not touch.";
const ownProgram = 'It starts a program on the server, which flows may not do.';
const ownBrowser = 'It starts a browser on the server, which flows may not do.';
const ownSandbox = 'Its code would run at another company; the custom tool runs code here.';

/** Why single nodes cannot run, where the reason is not that they are not implemented. */
const byName: Readonly<Record<string, string>> = {
  openAIAssistant: 'OpenAI has announced the end of its Assistants API for August 2026.',
  zep: 'Its maker has ended the collections of the open-source Zep server; the memory of that server runs here.',
  folderFiles: serverDisk,
  notionFolder: serverDisk,
  playwrightWebScraper: ownBrowser,
  puppeteerWebScraper: ownBrowser,
  supergatewayMCP: ownProgram,
  codeInterpreterE2B: ownSandbox,
  zepCloud: 'Its maker has ended the document collections that it reads.',
  couchbase:
    'Its driver is a native program that its installation fetches, which this installation does not allow.',
};

const byCategory: Readonly<Record<string, string>> = {
  Engine: llamaIndex,
  'Response Synthesizer': llamaIndex,
};

/** Why a node that has no code here cannot run, in one sentence. */
export function unavailableReason(row: { name: string; category: string; tags?: readonly string[] }): string {
  const isLlamaIndex = row.tags?.includes('LlamaIndex') === true;
  return byName[row.name] ?? (isLlamaIndex ? llamaIndex : undefined) ?? byCategory[row.category] ?? notBuilt;
}
