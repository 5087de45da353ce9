import { drawDocuments } from './draw-documents.ts';
import type { FlowTemplate } from './flow-template.ts';

const text = `The community garden opens on 1 March. Every bed is 12 square metres large and costs 40 euros a year.

Water is taken from the two wells at the gate. The well is closed when it freezes.

Compost is free for everyone who works two hours a month at the heap.`;

const note = `The same as "Support bot over your documents", with vectors and answers from OpenAI: it understands other words for the same thing, and other languages.

Change: your text, or a loader for files.`;

/** Retrieval with a vendor's vectors and model. */
export const documentsWithOpenai: FlowTemplate = {
  title: 'Documents with OpenAI',
  text: 'Answers from your documents with OpenAI vectors and model, in any language.',
  about:
    'Embeddings of a vendor find passages by meaning rather than by words. Both nodes take the same secret. Vectors are made once and kept with the version of the flow.',
  type: 'CHATFLOW',
  useCases: ['Knowledge', 'Support'],
  keys: ['openAIApi'],
  needs: [],
  tools: [],
  greeting: 'Ask me about the community garden, in the language you like.',
  questions: ['What does a bed cost for a year?', 'Wann öffnet der Garten?'],
  fact: '40',

  draw(drawing) {
    drawing.note(note);
    const store = drawDocuments(drawing, { text, source: 'Garden rules', embeddings: 'openAIEmbeddings' });
    const model = drawing.add('chatOpenAI', { temperature: 0 });
    const memory = drawing.add('bufferMemory');
    drawing.column();
    const chain = drawing.add('conversationalRetrievalQAChain', { returnSourceDocuments: true });
    drawing
      .connect(model, chain, 'model')
      .connect(store, chain, 'vectorStoreRetriever')
      .connect(memory, chain, 'memory');
  },
};
