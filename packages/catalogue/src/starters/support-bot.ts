import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { Starter } from './starter.ts';
import { supportFaq } from './support-faq.data.ts';

/** Nodes are 280 wide; 88 more leaves space for an edge. */
const column = (index: number) => index * 368;

const noteText = `This bot answers from the text in "Plain Text" and from nothing else.

Put your own questions and answers there, then ask it something.

It runs on the built-in demo model. To use another one, add its node and connect it to the chain.`;

/** Answers questions from an FAQ. */
export const supportBot: Starter = {
  name: 'Support bot with your own FAQ',
  description: 'Answers questions from your own text and shows where each answer comes from.',
  tools: [],
  greeting: 'Hello! I know the FAQ of Quillmoor Paper. What would you like to know?',
  questions: ['How much does shipping cost?', 'What is your return policy?', 'Can I pay by invoice?'],

  flowData(template) {
    const flow = new FlowBuilder(template);
    flow.add('stickyNote', { x: column(0), y: -120 }, { note: noteText });
    const splitter = flow.add(
      'recursiveCharacterTextSplitter',
      { x: column(0), y: 336 },
      { chunkSize: 170, chunkOverlap: 0 },
    );
    const faq = flow.add(
      'plainText',
      { x: column(1), y: 336 },
      { text: supportFaq, metadata: '{"source": "Quillmoor Paper FAQ"}' },
    );
    const embeddings = flow.add('demoEmbeddings', { x: column(1), y: 624 });
    const store = flow.add('memoryVectorStore', { x: column(2), y: 336 }, { topK: 4 });
    const model = flow.add('demoModel', { x: column(2), y: 48 });
    const memory = flow.add('bufferMemory', { x: column(2), y: 672 });
    const chain = flow.add(
      'conversationalRetrievalQAChain',
      { x: column(3), y: 336 },
      { returnSourceDocuments: true },
    );
    flow
      .connect(splitter, faq, 'textSplitter')
      .connect(faq, store, 'document')
      .connect(embeddings, store, 'embeddings')
      .connect(model, chain, 'model')
      .connect(store, chain, 'vectorStoreRetriever')
      .connect(memory, chain, 'memory');
    return flow.build();
  },
};
