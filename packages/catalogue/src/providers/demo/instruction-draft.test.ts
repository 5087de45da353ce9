import { expect, it } from 'vitest';
import { createDemoLanguageModel } from './demo-language-model.ts';

async function ask(text: string): Promise<string> {
  const { content } = await createDemoLanguageModel().doGenerate({
    prompt: [{ role: 'user', content: [{ type: 'text', text }] }],
  });
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

it('drafts the instructions of an assistant around its task', async () => {
  const text = await ask('Write the instructions of an assistant.\n\nTask: book tables at Lindgren');
  expect(text).toContain('You are an assistant with this task: book tables at Lindgren.\n');
  expect(text).toContain('say that you do not know it');
  expect(await ask('What are the instructions of an assistant?')).not.toContain('You are an assistant');
});
