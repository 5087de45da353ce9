import { drawDocuments } from './draw-documents.ts';
import type { FlowTemplate } from './flow-template.ts';

const text = `How much is shipping?
Shipping costs 4.90 euros and is free from 50 euros.

How long does delivery take?
Delivery takes three working days.

¿Cuánto cuesta el envío?
El envío cuesta 4,90 euros y es gratis a partir de 50 euros.

¿Cuánto tarda la entrega?
La entrega tarda tres días laborables.

Was kostet der Versand?
Der Versand kostet 4,90 Euro und ist ab 50 Euro frei.

Wie lange dauert die Lieferung?
Die Lieferung dauert drei Werktage.`;

const responsePrompt = `Answer in the language of the question, from the passages below and from nothing else. Name the passages you used like [1]. When they hold no answer, say so in the language of the question.

{context}`;

const note = `Answers in English, Spanish or German, in the language it is asked in.

The demo model needs each text in each language. A model of a vendor translates by itself: keep one language then.

Change: your texts in "Plain Text".`;

/** One bot for three languages. */
export const threeLanguages: FlowTemplate = {
  title: 'Answers in three languages',
  text: 'Understands and answers in English, Spanish and German, from one text.',
  about:
    'The questions and answers of all languages are indexed together; the nearest passages are those in the language of the question, and the response prompt asks for an answer in that language.',
  type: 'CHATFLOW',
  useCases: ['Support'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'Hello! ¡Hola! Hallo!',
  questions: ['¿Cuánto cuesta el envío?', 'Wie lange dauert die Lieferung?', 'How much is shipping?'],
  fact: 'El envío cuesta 4,90 euros',

  draw(drawing) {
    drawing.note(note);
    const store = drawDocuments(drawing, { text, source: 'Help page', chunkSize: 110, topK: 3 });
    const model = drawing.add('demoModel');
    const memory = drawing.add('bufferWindowMemory');
    drawing.column();
    const chain = drawing.add('conversationalRetrievalQAChain', {
      returnSourceDocuments: true,
      responsePrompt,
    });
    drawing
      .connect(model, chain, 'model')
      .connect(store, chain, 'vectorStoreRetriever')
      .connect(memory, chain, 'memory');
  },
};
