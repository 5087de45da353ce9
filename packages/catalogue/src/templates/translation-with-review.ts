import type { FlowTemplate } from './flow-template.ts';

const note = `The first chain translates, the second compares the translation with the original and corrects it.

Change: the language in "Format Prompt Values" of the first prompt.`;

/** Two chains, one after the other. */
export const translationWithReview: FlowTemplate = {
  title: 'Translation with review',
  text: 'Translates a text, then has a second look at it against the original.',
  about:
    'A chain of two prompts: what the first one writes is a value of the second. A second look finds what a single prompt overlooks: numbers, names and sentences left out.',
  type: 'CHATFLOW',
  useCases: ['Writing'],
  keys: ['openAIApi'],
  needs: [],
  tools: [],
  greeting: 'Paste a text and I will translate it into French.',
  questions: ['The shop is closed on Monday, 3 May.'],
  fact: '3 mai',

  draw(drawing) {
    drawing.note(note);
    const model = drawing.add('chatOpenAI', { temperature: 0 });
    const translate = drawing.add('promptTemplate', {
      template: 'Translate this text into {language}. Give only the translation.\n\n{text}',
      promptValues: JSON.stringify({ language: 'French', text: '{{question}}' }),
    });
    drawing.column();
    const first = drawing.add('llmChain', { chainName: 'Translate' }, 'outputPrediction');
    drawing.connect(model, first, 'model').connect(translate, first, 'prompt').column();
    const review = drawing.add('promptTemplate', {
      template:
        'Compare the translation with the original. Correct what is wrong, missing or stiff, and give only the corrected translation.\n\nOriginal:\n{original}\n\nTranslation:\n{translation}',
      promptValues: `{"original": "{{question}}", "translation": "{{${first.id}.data.instance}}"}`,
    });
    drawing.feed(first, review, 'promptValues').column();
    const second = drawing.add('llmChain', { chainName: 'Review' });
    drawing.connect(model, second, 'model').connect(review, second, 'prompt');
  },
};
