import type { FlowTemplate } from './flow-template.ts';

const note = `Reads a web page, cuts it up and answers from it.

Change: the address in "Cheerio Web Scraper". With "Web Crawl" it follows links to pages of the same host. The page is read when the flow is first asked and after each save.`;

/** Answers from a web page. */
export const webPageAnswers: FlowTemplate = {
  title: 'Answers from a web page',
  text: 'Reads a page of the web, or a whole small site, and answers questions from it.',
  about:
    'The scraper takes the text of a page and, if you like, of those it links to. The passages are indexed in memory and the model answers from them with sources.',
  type: 'CHATFLOW',
  useCases: ['Knowledge', 'Support'],
  keys: [],
  needs: ['The server has to reach the web page.'],
  tools: [],
  greeting: 'Ask me what the page says.',
  questions: ['What can the domain be used for?'],
  fact: 'examples',

  draw(drawing) {
    drawing.note(note);
    const splitter = drawing.add('recursiveCharacterTextSplitter', { chunkSize: 400, chunkOverlap: 40 });
    drawing.column();
    const page = drawing.add('cheerioWebScraper', { url: 'https://example.com/' });
    const vectors = drawing.add('demoEmbeddings');
    drawing.group('Web page', [splitter, page, vectors]).column();
    const store = drawing.add('memoryVectorStore');
    const model = drawing.add('demoModel');
    drawing.column();
    const chain = drawing.add('conversationalRetrievalQAChain', { returnSourceDocuments: true });
    drawing
      .connect(splitter, page, 'textSplitter')
      .connect(page, store, 'document')
      .connect(vectors, store, 'embeddings')
      .connect(store, chain, 'vectorStoreRetriever')
      .connect(model, chain, 'model');
  },
};
