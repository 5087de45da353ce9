import { drawDocuments } from './draw-documents.ts';
import type { FlowTemplate } from './flow-template.ts';

const text = `How long is the warranty?
Frames are under warranty for five years, all other parts for two years.

How often does my bicycle need a service?
Bring it in after the first 300 kilometres and once a year after that.

What does a service cost?
The yearly service costs 79 euros, spare parts come on top.

Can I return a bicycle?
A bicycle comes back within 30 days when it was ridden less than 50 kilometres.

When are you open?
The workshop is open Tuesday to Saturday from 9:00 to 18:00.

Do you repair bicycles of other makers?
Yes, we repair every make except e-bikes with a sealed motor.`;

const note = `Answers from the text in "Plain Text" and from nothing else, and shows which part it used.

Change: put your own text there. For files take a loader for PDF, Word or web pages in its place.`;

/** Support from one's own documents, with sources. */
export const supportOverDocuments: FlowTemplate = {
  title: 'Support bot over your documents',
  text: 'Answers questions from your own text and shows which passage each answer comes from.',
  about:
    'Your text is cut into passages and indexed. A question finds the passages that fit, the model answers from those alone, and says so when they hold no answer. Follow-up questions are understood.',
  type: 'CHATFLOW',
  useCases: ['Support', 'Knowledge'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'Hello! I know everything about our bicycle workshop. What would you like to know?',
  questions: ['How long is the warranty on a frame?', 'What does a service cost?', 'When are you open?'],
  fact: 'five years',

  draw(drawing) {
    drawing.note(note);
    const store = drawDocuments(drawing, { text, source: 'Workshop handbook' });
    const model = drawing.add('demoModel');
    const memory = drawing.add('bufferMemory');
    drawing.column();
    const chain = drawing.add('conversationalRetrievalQAChain', { returnSourceDocuments: true });
    drawing
      .connect(model, chain, 'model')
      .connect(store, chain, 'vectorStoreRetriever')
      .connect(memory, chain, 'memory');
  },
};
