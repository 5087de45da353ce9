import { fullHex, isColour } from '../../../kit/lib/colour.ts';
import { settingsTexts } from '../../../kit/texts/en/flow-settings.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { AreaField } from '../fields/area-field.tsx';
import { ColourField } from '../fields/colour-field.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import {
  changedColumn,
  objectOf,
  type SettingsForm,
  type SettingsSection,
  textOf,
} from '../settings-form.ts';
import { AvatarField } from './avatar-field.tsx';
import styles from './sections.module.css';

/** A colour of the chat: its label, where it is kept, and what it stands on. */
const colours = [
  { label: 'titleBackground', path: ['titleBackgroundColor'] },
  { label: 'titleText', path: ['titleTextColor'], on: ['titleBackgroundColor'] },
  { label: 'background', path: ['backgroundColor'] },
  { label: 'botBackground', path: ['botMessage', 'backgroundColor'] },
  { label: 'botText', path: ['botMessage', 'textColor'], on: ['botMessage', 'backgroundColor'] },
  { label: 'userBackground', path: ['userMessage', 'backgroundColor'] },
  { label: 'userText', path: ['userMessage', 'textColor'], on: ['userMessage', 'backgroundColor'] },
  { label: 'sendColour', path: ['textInput', 'sendButtonColor'] },
] as const;

type Config = Readonly<Record<string, unknown>>;

function readAt(config: Config, [key, inner]: readonly string[]): string {
  const value = config[key ?? ''];
  return textOf(inner === undefined ? value : objectOf(value)[inner]);
}

function changeAt(config: Config, [key = '', inner]: readonly string[], value: string): Config {
  if (inner === undefined) return { [key]: value };
  const changed = changedColumn(objectOf(config[key]), { [inner]: value });
  return { [key]: Object.keys(changed).length > 0 ? changed : undefined };
}

/** How the chat greets: title, picture and texts. */
export function GreetingFields({ form }: { form: SettingsForm }) {
  const t = useTexts(settingsTexts);
  const config: Config = form.settings.chatbotConfig;
  const set = (changes: Config) => form.set('chatbotConfig', changes);
  const line = (key: string, label: 'chatTitle' | 'subtitle' | 'placeholder', hint?: string) => (
    <TextField
      label={t(label)}
      value={key === 'placeholder' ? readAt(config, ['textInput', key]) : textOf(config[key])}
      maxLength={200}
      hint={hint}
      error={form.errorOf(`chatbotConfig.${key}`)}
      onChange={({ target }) =>
        set(
          key === 'placeholder'
            ? changeAt(config, ['textInput', key], target.value)
            : { [key]: target.value },
        )
      }
    />
  );
  return (
    <section className={styles['group']}>
      {line('title', 'chatTitle', t('chatTitleHint'))}
      {line('subtitle', 'subtitle')}
      <AvatarField
        title={textOf(config['title'])}
        source={textOf(config['titleAvatarSrc'])}
        onChange={(titleAvatarSrc) => set({ titleAvatarSrc })}
      />
      <AreaField
        label={t('welcome')}
        text={textOf(config['welcomeMessage'])}
        maxLength={5000}
        error={form.errorOf('chatbotConfig.welcomeMessage')}
        onChange={(welcomeMessage) => set({ welcomeMessage })}
      />
      <AreaField
        label={t('errorText')}
        hint={t('errorTextHint')}
        text={textOf(config['errorMessage'])}
        maxLength={2000}
        onChange={(errorMessage) => set({ errorMessage })}
      />
      {line('placeholder', 'placeholder')}
    </section>
  );
}

/** The chat's colours and switches. */
export function LookFields({ form }: { form: SettingsForm }) {
  const t = useTexts(settingsTexts);
  const config: Config = form.settings.chatbotConfig;
  const set = (changes: Config) => form.set('chatbotConfig', changes);
  return (
    <>
      <section className={styles['group']}>
        <h4>{t('colours')}</h4>
        <p className={styles['help']}>{t('coloursHelp')}</p>
        <div className={styles['pair']}>
          {colours.map((colour) => (
            <ColourField
              key={colour.label}
              label={t(colour.label)}
              value={readAt(config, colour.path)}
              background={'on' in colour ? fullHex(readAt(config, colour.on)) : undefined}
              error={form.errorOf(`chatbotConfig.${colour.path.join('.')}`)}
              onChange={(value) => set(changeAt(config, colour.path, value))}
            />
          ))}
        </div>
      </section>
      <section className={styles['group']}>
        <SwitchField
          label={t('showTitle')}
          isOn={config['showTitle'] !== false}
          onChange={(isOn) => set({ showTitle: isOn ? undefined : false })}
        />
        <SwitchField
          label={t('newSession')}
          isOn={config['generateNewSession'] === true}
          onChange={(isOn) => set({ generateNewSession: isOn || undefined })}
        />
        <SwitchField
          label={t('showSteps')}
          isOn={config['showAgentMessages'] !== false}
          onChange={(isOn) => set({ showAgentMessages: isOn ? undefined : false })}
        />
        <SwitchField
          label={t('opensSources')}
          isOn={config['opensSources'] === true}
          onChange={(isOn) => set({ opensSources: isOn || undefined })}
        />
      </section>
    </>
  );
}

function AppearanceForm({ form }: { form: SettingsForm }) {
  return (
    <>
      <GreetingFields form={form} />
      <LookFields form={form} />
    </>
  );
}

function checkAppearance({ chatbotConfig }: SettingsForm['settings']) {
  const problems: Record<string, string> = {};
  for (const { path } of colours) {
    const value = readAt(chatbotConfig, path);
    if (value !== '' && !isColour(value))
      problems[`chatbotConfig.${path.join('.')}`] = say(settingsTexts, 'notAColour');
  }
  return problems;
}

/** How the chat greets and looks. */
export const appearanceSection = {
  id: 'appearance',
  slices: [
    {
      column: 'chatbotConfig',
      keys: [
        'title',
        'subtitle',
        'titleAvatarSrc',
        'welcomeMessage',
        'errorMessage',
        'titleBackgroundColor',
        'titleTextColor',
        'backgroundColor',
        'botMessage',
        'userMessage',
        'textInput',
        'showTitle',
        'generateNewSession',
        'showAgentMessages',
        'opensSources',
      ],
    },
  ],
  Form: AppearanceForm,
  check: checkAppearance,
} as const satisfies Omit<SettingsSection, 'title'>;
