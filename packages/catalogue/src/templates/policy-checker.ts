import { drawDocuments } from './draw-documents.ts';
import type { FlowTemplate } from './flow-template.ts';

const text = `§ 1 Flights. Flights up to four hours are booked in economy class. Longer flights may be booked in premium economy.

§ 2 Hotels. A hotel may cost up to 140 euros a night, in London and Zurich up to 190 euros.

§ 3 Meals. Meals are paid up to 45 euros a day, without alcohol.

§ 4 Trains. Train journeys over three hours may be booked in first class.

§ 5 Receipts. Every receipt has to be handed in within 30 days after the journey.`;

const responsePrompt = `You check questions against a policy. Answer from the passages below and from nothing else: quote the sentence that decides, with its paragraph, and name the passage like [1]. When no passage decides, say "The policy does not say. Ask the travel desk."

{context}`;

const note = `Quotes the sentence of the policy that decides, and shows where it stands.

Change: your policy in "Plain Text" or, with a PDF loader, as a file. "Response Prompt" of the chain says how strict it is.`;

/** Answers with the paragraph that decides. */
export const policyChecker: FlowTemplate = {
  title: 'Policy checker',
  text: 'Says whether something is allowed and quotes the paragraph that decides.',
  about:
    'A retrieval chain with a strict prompt: it quotes, names its source and refuses to guess. What the policy does not decide is sent to a person.',
  type: 'CHATFLOW',
  useCases: ['Knowledge', 'Office'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'Ask me what the travel policy allows.',
  questions: [
    'How much may a hotel in London cost a night?',
    'May I book a train in first class?',
    'When do receipts have to be handed in?',
  ],
  fact: 'up to 190 euros',

  draw(drawing) {
    drawing.note(note);
    const store = drawDocuments(drawing, { text, source: 'Travel policy', chunkSize: 150, topK: 3 });
    const model = drawing.add('demoModel');
    drawing.column();
    const chain = drawing.add('conversationalRetrievalQAChain', {
      returnSourceDocuments: true,
      responsePrompt,
    });
    drawing.connect(model, chain, 'model').connect(store, chain, 'vectorStoreRetriever');
  },
};
