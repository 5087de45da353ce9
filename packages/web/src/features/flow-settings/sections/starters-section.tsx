import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { TextList } from '../fields/text-list.tsx';
import type { SettingsForm, SettingsSection } from '../settings-form.ts';

type Stored = SettingsForm['settings']['chatbotConfig']['starterPrompts'];

/** Starter prompts in their order: the stored keys are "0", "1" … */
function promptsOf(stored: Stored): string[] {
  return Object.entries(stored ?? {})
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([, { prompt }]) => prompt);
}

function StartersForm({ form }: { form: SettingsForm }) {
  const t = useTexts(settingsTexts);
  const write = (prompts: readonly string[]) =>
    Object.fromEntries(prompts.map((prompt, index) => [String(index), { prompt }]));
  return (
    <TextList
      label={t('starter')}
      texts={promptsOf(form.settings.chatbotConfig.starterPrompts)}
      emptyText={t('startersEmpty')}
      maxLength={2000}
      canReorder
      errorOf={(index) => form.errorOf(`chatbotConfig.starterPrompts.${index}`)}
      onChange={(prompts) =>
        form.set('chatbotConfig', { starterPrompts: prompts.length > 0 ? write(prompts) : undefined })
      }
    />
  );
}

function checkStarters({ chatbotConfig }: SettingsForm['settings']) {
  const problems: Record<string, string> = {};
  for (const [index, prompt] of promptsOf(chatbotConfig.starterPrompts).entries()) {
    if (prompt.trim() !== '') continue;
    const field = say(settingsTexts, 'starterNumber', { number: index + 1 });
    problems[`chatbotConfig.starterPrompts.${index}`] = say(settingsTexts, 'required', { field });
  }
  return problems;
}

/** Questions offered while a conversation is empty. */
export const startersSection = {
  id: 'starters',
  slices: [{ column: 'chatbotConfig', keys: ['starterPrompts'] }],
  Form: StartersForm,
  check: checkStarters,
} as const satisfies Omit<SettingsSection, 'title'>;
