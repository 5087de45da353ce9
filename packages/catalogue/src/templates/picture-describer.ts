import type { FlowTemplate } from './flow-template.ts';

const note = `Upload a picture with the paper clip and ask about it.

Change: the system message says what to look for: damage, prices, plants, handwriting.`;

/** Looks at pictures. */
export const pictureDescriber: FlowTemplate = {
  title: 'Picture describer',
  text: 'Looks at a picture somebody uploads and answers questions about it.',
  about:
    'A conversation with a model that can see. "Allow Image Uploads" on the model shows the paper clip in the chat; pictures are kept with the conversation.',
  type: 'CHATFLOW',
  useCases: ['Data', 'Support'],
  keys: ['googleGenerativeAI'],
  needs: [],
  tools: [],
  greeting: 'Upload a picture and ask about it.',
  questions: ['What can you tell me from a picture?'],
  fact: 'picture',

  draw(drawing) {
    drawing.note(note);
    const model = drawing.add('chatGoogleGenerativeAI', { allowImageUploads: true });
    const memory = drawing.add('bufferWindowMemory', { k: 4 });
    drawing.column();
    const chain = drawing.add('conversationChain', {
      systemMessagePrompt:
        'You describe what is really to be seen in the picture. When something cannot be made out, say so.',
    });
    drawing.connect(model, chain, 'model').connect(memory, chain, 'memory');
  },
};
